"""A hall as it is seen from outside, step by step: files, what would be pushed, every answer of the server."""

from collections.abc import Sequence
from random import Random

from dgt_monitor.broadcast.output import File
from dgt_monitor.broadcast.sending import Learnt, Sending, Step
from dgt_monitor.broadcast.web import way as ways
from dgt_monitor.broadcast.web.contents import Contents, Update
from dgt_monitor.broadcast.web.ring import Ring
from dgt_monitor.tournament.event import NO_TOURNAMENT, TournamentFile
from dgt_monitor.tournament.outs import Out
from tests.broadcast.telling import dates


class Kept:
    """In place of a server: what it would have to show."""

    def __init__(self, *_: object) -> None:
        self.contents = Contents("0")

    def take(self, update: Update, arbiter: Sequence[str] = ()) -> None:
        self.contents.take(update)
        self.contents.tell_arbiter(arbiter)


def answers(contents: Contents, random: Random) -> dict[str, object]:
    """All that can be asked for, and how much of a stream a reader is given who was somewhere in it."""
    found: dict[str, object] = {f"/pgn/{name}": contents.file(name) for name in contents.names}
    found |= {"/": contents.shown(anew=False), "/anew": contents.shown(anew=True), "/boards.json": contents.boards()}
    for path, ring in (("/events", contents.events), ("/boards/events", contents.page)):
        at = random.randrange(ring.last + 1)
        assert ring.number_of(f"{ring.id.partition('-')[0]}-{at}") == at
        found[path] = whole(ring, 0)
        found[f"{path} resumed"] = whole(ring, at)
    return found


def whole(ring: Ring, number: int) -> bytes:
    got = b""
    while (part := ring.after(number)) is not None and part[0]:
        got, number = got + part[0], part[1]
    return got


class Seen:
    """What is seen of a hall from outside, step by step."""

    def __init__(self, outs: tuple[Out, ...]) -> None:
        self.outs = outs
        self.sending = Sending(dates)
        self.web = ways.WebWay(next(out for out in outs if out.kind == "http"), print)
        self.contents: Contents = self.web.server.contents  # type: ignore[attr-defined]
        self.tournament = NO_TOURNAMENT
        self.changes: list[tuple[str, list[File]]] = []
        """Files and what would be pushed, in their order."""

    def take(self, step: Step) -> None:
        self.sending.take(self.learnt(step))
        self.web.hear(step)
        self.look()

    def learnt(self, step: Step) -> Step:
        if not isinstance(step, Learnt):
            return step
        self.tournament = step.tournament
        return step._replace(tournament=step.tournament._replace(out=self.outs))

    def change(self, outs: tuple[Out, ...], t_s: float) -> None:
        """From now on there are other delays."""
        self.outs = outs
        self.take(Learnt(t_s, self.tournament))

    def look(self) -> None:
        found = dict(self.sending.due())
        self.changes += found.items()
        for output in self.sending.wanted:
            if output.out.kind == "http":
                self.web.put(output, found.get(output.out.name, []), self.sending.now_s)
            elif output.out.kind == "lichess" and output.out.name in found:
                self.changes.append(("push", [File(*each) for each in output.games_at("5").items()]))

    def rename(self, outs: tuple[Out, ...], tournament: TournamentFile) -> None:
        """From now on the ways out are these: each begins with nothing, as the station opens it."""
        self.outs = outs
        self.web = ways.WebWay(next(out for out in outs if out.kind == "http"), print)
        self.contents = self.web.server.contents  # type: ignore[attr-defined]
        self.sending.take(Learnt(self.sending.now_s, tournament._replace(out=outs)))
        found = dict(self.sending.due())
        for output in self.sending.wanted:
            files = output.anew(found.get(output.out.name, []))
            self.changes.append((output.out.name, files))
            if output.out.kind == "http":
                self.web.put(output, files, self.sending.now_s)

    def shown(self, seed: int) -> dict[str, object]:
        return {"changes": self.changes, **answers(self.contents, Random(seed))}
