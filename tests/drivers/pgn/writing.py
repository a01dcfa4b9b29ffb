"""A program that writes PGN as they do: a text for a round or for each game; and what is in it at any instant."""

from collections.abc import Iterator, Sequence
from random import Random

MOVES = (
    "e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7",
    "Re1", "b5", "Bb3", "d6", "c3", "O-O", "h3", "Na5", "Bc2", "c5",
)  # fmt: skip


def game_text(
    sans: Sequence[str],
    result: str = "*",
    *,
    round_board: str = "1.1",
    white: str = 'Ábel, \\"Jan\\"',
    black: str = "Brown",
    clocks: bool = True,
) -> str:
    """One game as LiveChess 2 writes it: two comments for each move, lines of 80 columns."""
    tags = {"Event": "Open", "Round": round_board, "White": white, "Black": black, "Result": result}
    tags["ePGN"] = "0.1;DGT LiveChess/2.2.5"
    words = []
    for number, san in enumerate(sans):
        words += [f"{number // 2 + 1}.", san] if number % 2 == 0 else [san]
        if clocks:
            words += [f"{{[%clk 00:{50 - number // 2:02}:00]}}", "{[%emt 00:00:09]}"]
    lines, line = list[str](), ""
    for word in " ".join([*words, result]).split(" "):
        if line and len(line) + 1 + len(word) > 80:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    lines.append(line)
    head = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    return head + "\n" + "\n".join(lines) + "\n\n"


def round_text(games: Sequence[Sequence[str]], number: int = 1) -> str:
    return "".join(game_text(sans, round_board=f"{number}.{board}") for board, sans in enumerate(games, 1))


def instants(before: str, after: str, rng: Random) -> Iterator[str]:
    """What stands in a file while it is truncated and written anew, half a line at a time."""
    yield before
    yield ""
    at = 0
    while at < len(after):
        at = min(len(after), at + rng.randrange(1, 60))
        yield after[:at]
