"""What the user of one screen has chosen to see of the wall, and how he chooses it. Pure: told the time."""

from collections.abc import Mapping, Sequence
from typing import Final

from dgt_monitor.dashboard.choosing import DENSITIES, Density, Look, sectors
from dgt_monitor.dashboard.filtering import EVERY, LONGEST, Filter, fold, nobody, read_filter
from dgt_monitor.dashboard.ordering import SORTS, Sort, SortBy, Stand, changes, stands
from dgt_monitor.dashboard.safe import clean
from dgt_monitor.hall.views import BoardView
from dgt_monitor.language import say, words
from dgt_monitor.wording import Said, Sentence

_PROMPT: Final = Sentence("Only: {typed}_")
_HINT: Final = Sentence("3x lost clock<5 nomove paused noresult age>120 1-20 !over, or a name")


class Looking:
    """The look of one wall, what is typed of it, and for how long its order is held."""

    def __init__(self, chosen_sectors: Sequence[str] = ()) -> None:
        self.look = Look(sectors=frozenset(chosen_sectors))
        self.typed = ""
        """Of a filter, as far as it is typed."""
        self.wrong: Said | None = None
        """What is wrong with what is typed."""
        self.ticked: frozenset[str] = frozenset()
        """Of the list of sectors."""
        self.row = 0
        """Of that list."""
        self.held_since_s: float | None = None
        self._before = EVERY
        self._then: Mapping[str, Stand] = {}

    # -- holding ------------------------------------------------------------------------------------------------

    def hold(self, boards: Sequence[BoardView], now_s: float) -> None:
        """Hold the order, or let it go."""
        if self.held_since_s is None:
            self.held_since_s, self._then = now_s, stands(boards)
        else:
            self.held_since_s = None

    def changes(self, boards: Sequence[BoardView]) -> int:
        """How many boards have changed for the arbiter while the order is held."""
        return 0 if self.held_since_s is None else changes(self._then, boards)

    # -- density and order ----------------------------------------------------------------------------------------

    def next_density(self, shown: Density) -> None:
        """The density after the one that is shown."""
        place = DENSITIES.index(shown) if shown in DENSITIES else -1
        self.look = self.look._replace(density=DENSITIES[(place + 1) % len(DENSITIES)])

    def next_sort(self, shown: SortBy, *, table: bool) -> None:
        """The order after the one that is shown: on the wall by board or by urgency, in a table by any column."""
        among: Sequence[SortBy] = SORTS if table else SORTS[:2]
        place = among.index(shown) if shown in among else -1
        self.look = self.look._replace(sort=Sort(among[(place + 1) % len(among)]))

    def backwards(self, shown: SortBy) -> None:
        """The order shown, from the other end."""
        self.look = self.look._replace(sort=Sort(shown, not self.look.sort.backwards))

    def sort_by(self, by: SortBy, shown: SortBy) -> None:
        """Order by this; by what is ordered already, from the other end."""
        if by == shown:
            self.backwards(shown)
        else:
            self.look = self.look._replace(sort=Sort(by))

    # -- filter -------------------------------------------------------------------------------------------------------

    def begin_filter(self) -> None:
        """A filter is going to be typed; that of before stands until it is."""
        self._before, self.typed, self.wrong = self.look.only, self.look.only.text, None
        self.typed += " " if self.typed else ""

    def type(self, letter: str, boards: Sequence[BoardView]) -> None:
        """A letter of it: what can be understood is shown at once."""
        self._read((self.typed + letter)[:LONGEST], boards)

    def erase(self, boards: Sequence[BoardView]) -> None:
        """Take a letter back."""
        self._read(self.typed[:-1], boards)

    def _read(self, typed: str, boards: Sequence[BoardView]) -> None:
        """A word that means nothing, or not yet, leaves out nothing."""
        self.typed = typed
        self.wrong = _wrong(typed, boards)
        good = " ".join(word for word in typed.split() if _wrong(word, boards) is None)
        found = read_filter(good)
        if isinstance(found, Filter):
            self.look = self.look._replace(only=found)

    def give_up(self) -> None:
        """The filter of before."""
        self.look = self.look._replace(only=self._before)

    @property
    def note(self) -> str:
        """What the footer says while it is typed."""
        prompt = words(_PROMPT, typed=clean(self.typed))
        if not self.typed:
            return f"{prompt}  {words(_HINT)}"
        return prompt if self.wrong is None else f"{prompt}  {say(self.wrong)}"

    # -- sectors ------------------------------------------------------------------------------------------------------

    def begin_sectors(self, boards: Sequence[BoardView]) -> None:
        """The list of sectors is shown."""
        names = (name for name, _ in sectors(boards))
        self.ticked, self.row = frozenset(name for name in names if fold(name) in self.look.folded), 0

    def step(self, boards: Sequence[BoardView], by: int) -> None:
        """Up or down that list."""
        self.row = max(0, min(self.row + by, len(sectors(boards)) - 1))

    def tick(self, boards: Sequence[BoardView]) -> None:
        """Choose the sector of this line, or leave it out again."""
        found = self._sector(boards)
        if found is not None:
            self.ticked ^= {found}

    def choose_sectors(self, boards: Sequence[BoardView]) -> None:
        """Show those ticked; where none is, that of this line."""
        found = self._sector(boards)
        if not self.ticked and found is not None:
            self.ticked = frozenset({found})
        self.look = self.look._replace(sectors=self.ticked)

    def _sector(self, boards: Sequence[BoardView]) -> str | None:
        names = [name for name, _ in sectors(boards)]
        return names[self.row] if self.row < len(names) else None

    # -- all again ----------------------------------------------------------------------------------------------------

    def widen(self) -> bool:
        """Show all boards: without the filter, or where there is none in the whole hall; False: that is so already."""
        if self.look.only.text:
            self.look = self.look._replace(only=EVERY)
        elif self.look.sectors:
            self.look = self.look._replace(sectors=frozenset())
        else:
            return False
        return True


def _wrong(typed: str, boards: Sequence[BoardView]) -> Said | None:
    found = read_filter(typed)
    return found if isinstance(found, Said) else nobody(found, boards)
