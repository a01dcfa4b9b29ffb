"""A claim sheet as one page of HTML that needs nothing but itself; everything in it is escaped."""

from base64 import b64encode
from html import escape
from typing import Final

import chess
import chess.svg

from dgt_monitor.hall.evidence import Alike, Evidence, Stood
from dgt_monitor.language import chosen
from dgt_monitor.safe_text import safe
from dgt_monitor.sheets import move_list, words

LISTED_SMALL: Final = 120
"""Half-moves from which on the list is set in small type, for the same reason (chosen)."""
LISTED_SMALLEST: Final = 300
"""The same for the smallest."""
_COLOURS: Final = {
    "square light": "#ffffff",
    "square dark": "#d6d6d6",
    "margin": "#ffffff",
    "coord": "#000000",
    "outer border": "#000000",
}
"""A board that prints in black and white."""
_FILLED: Final = "#909090"
_STYLE: Final = """
@page { size: A4; margin: 12mm; }
* { box-sizing: border-box; }
body { font: 10pt/1.3 sans-serif; color: #000; background: #fff; max-width: 186mm; margin: 0 auto; }
h1 { font-size: 15pt; margin: 0 0 2mm; }
h2 { font-size: 10.5pt; margin: 3mm 0 1mm; }
p { margin: 1mm 0; }
dl { display: grid; grid-template-columns: auto 1fr auto 1fr; gap: 0.5mm 3mm; margin: 0; }
dt { font-weight: bold; }
dd { margin: 0; border-bottom: 0.2mm solid #999; min-height: 4.5mm; overflow-wrap: anywhere; }
.verdict { border: 0.5mm solid #000; padding: 1.5mm 2.5mm; margin: 3mm 0; }
.verdict strong { display: block; font-size: 12pt; }
.row { display: flex; gap: 5mm; align-items: flex-start; break-inside: avoid; }
figure { margin: 0; width: 52mm; }
figure.small { width: 42mm; }
figure img { width: 100%; display: block; }
figcaption { text-align: center; font-size: 8.5pt; }
table { border-collapse: collapse; width: 100%; font-size: 8.5pt; }
th, td { border: 0.2mm solid #999; padding: 0.5mm 1.2mm; text-align: left; vertical-align: top; }
.doubt { font-weight: bold; }
.moves { font-size: 9pt; }
.many { font-size: 7pt; columns: 2; }
.most { font-size: 5.5pt; columns: 4; }
.pair { flex: 1; }
.legend, footer { font-size: 8pt; }
.decisions { display: flex; flex-wrap: wrap; gap: 1mm 6mm; }
.sign { display: flex; gap: 6mm; margin-top: 9mm; break-inside: avoid; }
.sign div { flex: 1; border-top: 0.3mm solid #000; font-size: 8.5pt; }
"""


def html_sheet(evidence: Evidence) -> str:
    """The sheet as a whole document."""
    parts = [
        f"<h1>{escape(words.title(evidence))}</h1>",
        _head(evidence),
        _event_rules(evidence),
        _verdict(evidence),
        _end(evidence),
        _positions(evidence),
        _alikes(evidence),
        _moves(evidence),
        _signatures(),
        f"<footer>{escape(words.foot())}</footer>",
    ]
    name = escape(words.page_name(evidence))
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(chosen())}">\n<head>\n<meta charset="utf-8">\n<title>{name}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(part for part in parts if part)
        + "\n</body>\n</html>\n"
    )


def _head(evidence: Evidence) -> str:
    cells = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in words.head(evidence))
    return f"<dl>{cells}</dl>"


def _event_rules(evidence: Evidence) -> str:
    told = words.event_rules(evidence)
    return f'<p class="legend">{escape(told)}</p>' if told else ""


def _verdict(evidence: Evidence) -> str:
    heading, text = words.answer(evidence)
    return f'<div class="verdict"><strong>{escape(heading)}</strong>{escape(text)}</div>'


def _end(evidence: Evidence) -> str:
    """What had ended the game before the claim; its position unless it is the one claimed, which comes after."""
    ended = evidence.ended
    if ended is None:
        return ""
    last = ended.stood[-1].fen
    shown = last.split()[0] != evidence.claimed.fen.split()[0]
    figure = _figure(last, words.end_caption(ended), "small") if shown else ""
    heading = escape(safe(words.end_heading(ended)))
    return f'<h2>{heading}</h2><div class="row">{figure}<div style="flex:1">{_table(ended.stood)}</div></div>'


def _table(stood: tuple[Stood, ...]) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in words.columns())
    rows = []
    for sure, row in words.occurrences(stood):
        cells = "".join(f"<td>{escape(cell)}</td>" for cell in row)
        rows.append(f"<tr>{cells}</tr>" if sure else f'<tr class="doubt">{cells}</tr>')
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _positions(evidence: Evidence) -> str:
    figure = _figure(evidence.claimed.fen, words.claimed_caption(evidence))
    return (
        f"<h2>{escape(words.table_heading(evidence))}</h2>"
        f'<div class="row">{figure}<div style="flex:1">{_table(evidence.stood)}</div></div>'
    )


def _alikes(evidence: Evidence) -> str:
    if not evidence.alikes:
        return ""
    pairs = "".join(_pair(evidence, alike) for alike in evidence.alikes[: words.ALIKES_DRAWN])
    told = f'<p class="legend">{escape(" ".join(words.alikes_told(evidence)))}</p>'
    return f'<h2>{escape(words.alike_heading())}</h2><div class="row">{pairs}</div>{told}'


def _pair(evidence: Evidence, alike: Alike) -> str:
    claimed = _figure(evidence.claimed.fen, words.beside_caption(evidence), "small", alike.squares)
    other = _figure(alike.stood.fen, words.named(alike.stood.label), "small", alike.squares)
    return f'<div class="pair"><div class="row">{claimed}{other}</div><p>{escape(words.not_same(alike))}</p></div>'


def _figure(fen: str, caption: str, kind: str = "", filled: tuple[str, ...] = ()) -> str:
    fill = {chess.parse_square(square): _FILLED for square in filled}
    picture = chess.svg.board(chess.BaseBoard(fen.split()[0]), colors=_COLOURS, fill=fill)
    # As a picture of its own each keeps its names to itself; inline, several on one page would share them.
    source = "data:image/svg+xml;base64," + b64encode(picture.encode()).decode()
    image = f'<img src="{source}" alt="{escape(fen)}">'
    return f'<figure class="{kind}">{image}<figcaption>{escape(caption)}</figcaption></figure>'


def _moves(evidence: Evidence) -> str:
    told = []
    for move in move_list.moves(evidence):
        marks = f"<sup>{escape(move.marks)}</sup>" if move.marks else ""
        told.append(f"{escape(move.number)}{escape(move.san)}{marks}")
    small = "moves"
    if len(told) >= LISTED_SMALL:
        small = "moves most" if len(told) >= LISTED_SMALLEST else "moves many"
    legend = "; ".join(move_list.legend(evidence))
    return (
        f"<h2>{escape(move_list.moves_heading(evidence))}</h2>"
        f'<p class="{small}">{" ".join(told) or escape(words.nothing())}</p><p class="legend">{escape(legend)}</p>'
    )


def _signatures() -> str:
    decisions = "".join(f"<span>&#9744; {escape(decision)}</span>" for decision in words.decisions())
    signs = "".join(f"<div>{escape(who)}</div>" for who in words.sign())
    heading = f"<h2>{escape(words.decision_heading())}</h2>"
    return f'{heading}<div class="decisions">{decisions}</div><div class="sign">{signs}</div>'
