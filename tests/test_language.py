"""Other languages: one catalogue for every text, English where it lacks one, and no code for a new language."""

import ast
import gettext
import io
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from click.testing import CliRunner, Result

from dgt_monitor import language
from dgt_monitor.cli.check import check
from dgt_monitor.cli.replay import replay
from dgt_monitor.dashboard.cell_lines import cell_lines
from dgt_monitor.dashboard.lines import text_of
from dgt_monitor.dashboard.words import BLACK_LETTER, WHITE_LETTER, count_words, told
from dgt_monitor.events import Rule
from dgt_monitor.hall.hall import Hall
from dgt_monitor.language import ENGLISH, ENVIRONMENT, is_draft, languages, say, use, words
from dgt_monitor.recorder.replay import ReplaySource
from dgt_monitor.wording import PLURALS, Sentence, joined, word
from tests.cli.pgn_samples import FIVEFOLD, pgn
from tests.dashboard.fake_hall import STATES, board
from tests.tools.catalogues import PACKAGE, TEMPLATE, compiled, messages, read, template, translations

CAPTURE = Path(__file__).resolve().parents[1] / "hw_fixtures" / "fivefold.dgt.gz"
DRAFTS = ("pl", "ru", "tr")


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    use(ENGLISH)


class Loud(gettext.NullTranslations):
    """Says everything in capitals, gaps apart."""

    def gettext(self, message: str) -> str:
        return re.sub(r"\{\w*\}|[^{]+", lambda m: m[0] if m[0][0] == "{" else m[0].upper(), message)

    def ngettext(self, one: str, many: str, number: int) -> str:
        return self.gettext(one if number == 1 else many) + "!" * (number == 2)


NAMED = Sentence("{who} has {what}")
COUNTED = Sentence("{n} man", "{n} men")


def test_a_sentence_is_english_and_remembers_how_it_was_made() -> None:
    said = joined(("Bd", NAMED(who="Ann {0}", what=COUNTED(n=2)), "", word("a {brace}")))
    assert said == "Bd Ann {0} has 2 men a {brace}"
    assert said.said_by(Loud()) == "Bd Ann {0} HAS 2 MEN! A {brace}"
    assert COUNTED(n=1) == "1 man"


@pytest.mark.parametrize("broken", ["{nobody} hat {what}", "{who", "{0}", "{who.x.y}"])
def test_a_translation_that_does_not_fit_is_said_in_english(broken: str) -> None:
    class Broken(gettext.NullTranslations):
        def gettext(self, message: str) -> str:
            return broken if message else ""

    assert NAMED(who="Ann", what="two").said_by(Broken()) == "Ann has two"


def test_the_languages_that_are_begun_are_drafts() -> None:
    assert languages() == (ENGLISH, *DRAFTS)
    assert [is_draft(code) for code in languages()] == [False, True, True, True]
    with pytest.raises(LookupError):
        use("xx")


def ids(catalog: Catalog) -> set[object]:
    return {message.id if isinstance(message.id, str) else tuple(message.id) for message in catalog if message.id}


def test_every_sentence_is_in_the_template() -> None:
    with TEMPLATE.open("rb") as stream:
        there = ids(read_po(stream))
    assert there == set(messages()), "run python -m tests.tools.catalogues"
    made_here = {NAMED.one, COUNTED.one}
    assert {(one, many) if many else one for one, many in PLURALS.items() if one not in made_here} <= there


@pytest.mark.parametrize("path", translations(), ids=lambda path: path.parent.parent.name)
def test_a_catalogue_is_whole_and_compiled(path: Path) -> None:
    catalog = read(path)
    assert ids(catalog) == ids(template()), "run python -m tests.tools.catalogues"
    assert path.with_suffix(".mo").read_bytes() == compiled(catalog), "run python -m tests.tools.catalogues"


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("path", translations(), ids=lambda path: path.parent.parent.name)
def test_every_translation_has_the_gaps_of_its_sentence(path: Path) -> None:
    for message in read(path):
        if not message.id:
            continue
        forms = message.string if isinstance(message.string, (tuple, list)) else (message.string,)
        english = message.id if isinstance(message.id, str) else message.id[0]
        for form in filter(None, forms):
            assert gaps(form) == gaps(english), form


TERMS = {
    "pl": ("REMIS", "ta sama pozycja", "Pewne.", "Zatrzymaj zegary", "FIDE 9.6.1."),
    "ru": ("НИЧЬЯ", "одна и та же позиция", "Достоверно.", "Остановите часы", "FIDE 9.6.1."),
    "tr": ("BERABERE", "aynı konum", "Kesin.", "Saatleri durdurun", "FIDE 9.6.1."),
}


def played(*options: str, **environment: str) -> Result:
    return CliRunner(env=environment).invoke(replay, [str(CAPTURE), *options])


@pytest.mark.parametrize("code", DRAFTS)
def test_plain_lines_speak_it_and_say_that_it_is_a_draft(code: str) -> None:
    result = played("--plain", "--language", code)
    assert "draft" in result.stderr
    (line,) = (line for line in result.stdout.splitlines() if TERMS[code][0] in line)
    assert all(term in line for term in TERMS[code])
    assert "16.Re2" in result.stdout  # moves are the same everywhere
    assert "most occurrences 5" in result.stdout  # not translated yet: English


def test_the_environment_chooses_and_the_option_beats_it() -> None:
    environment = {ENVIRONMENT: "pl"}
    assert "REMIS" in played("--plain", **environment).stdout
    assert "DRAW" in played("--plain", "--language", "en", **environment).stdout
    assert "DRAW" in played("--plain").stdout
    assert played("--plain", "--language", "xx").exit_code == 2


def test_the_stream_is_english_in_every_language() -> None:
    assert played("--json", "--language", "ru").stdout == played("--json").stdout


def test_a_checked_score_speaks_it() -> None:
    result = CliRunner().invoke(check, ["-", "--language", "pl"], input=pgn(FIVEFOLD))
    assert "Wniosek: zakończona po 8...Ng8: pięciokrotne powtórzenie pozycji (FIDE 9.6.1)." in result.stdout
    assert "Żadna pozycja nie powstała więcej niż 5 razy." in result.stdout


class Half(gettext.NullTranslations):
    """Knows the frame and one of the two things that can stand in it."""

    def gettext(self, message: str) -> str:
        return {"{who} has {what}": "{who} hat {what}", "a dog": "einen Hund"}.get(message, message)


def test_no_sentence_is_in_two_languages() -> None:
    dog, cat = NAMED(who="Ann", what=word("a dog")), NAMED(who="Ann", what=word("a cat"))
    assert (dog.said_by(Half()), cat.said_by(Half())) == ("Ann hat einen Hund", "Ann has a cat")
    assert joined((dog, cat, word("a cat")), ". ").said_by(Half()) == "Ann hat einen Hund. Ann has a cat. a cat"
    framed = NAMED(who=NAMED(who="Ann", what=word("a cat")), what=word("a dog"))
    assert framed.said_by(Half()) == "Ann has a cat has a dog"
    assert NAMED(who="Ann", what=joined((word("a dog"), word("a cat")))).said_by(Half()) == "Ann has a dog a cat"
    assert word("").said_by(gettext.GNUTranslations(io.BytesIO(compiled(template())))) == ""


ROOK_LOSES_A_RIGHT = pgn(
    "1. Nf3 Nf6 2. Ng1 Ng8 3. Ra2 Nf6 4. Ra1 Ng8 5. Ra2 Nf6 6. Ra1 Ng8 *",
    FEN="rnbqkbnr/pppppppp/8/8/8/8/1PPPPPPP/RNBQKBNR w KQkq - 0 1",
    SetUp="1",
)
ENGLISH_LEFT = re.compile(
    r"\b(the|claim|record|position|moves?|found|game|time|after|White|Black|known|board|arbiter|castle|draw)\b"
)


@pytest.mark.parametrize("code", DRAFTS)
@pytest.mark.parametrize(
    "claim", [("--claim", "9.2.2"), ("--move", "Ra2"), ("--claim", "9.3.1", "--move", "Ke5"), ("--claim", "9.3.2")]
)
def test_a_claim_sheet_speaks_it_whole(code: str, claim: tuple[str, ...], tmp_path: Path) -> None:
    rules = tmp_path / "open.toml"
    rules.write_text("[rules]\nmoves_draw = false\nwrong_claim_penalty_minutes = 1\n", "utf-8")
    for name in ("sheet.txt", "sheet.html"):
        sheet = tmp_path / name
        options = ("--event", str(rules), "--sheet", str(sheet), "--language", code)
        result = CliRunner().invoke(check, ["-", *claim, *options], input=ROOK_LOSES_A_RIGHT)
        assert result.exit_code == 0
        told = re.sub(r"(?s)<style>.*?</style>|<[^>]*>", " ", sheet.read_text("utf-8")).replace("&#x27;", "'")
        told = " ".join(told.split()).replace("This translation is a draft that no national arbiter has checked.", "")
        assert not ENGLISH_LEFT.findall(told), told
        assert "draft" in sheet.read_text("utf-8")
    assert f'<html lang="{code}">' in sheet.read_text("utf-8")
    assert not ENGLISH_LEFT.findall(result.stdout)


def said_before(path: Path) -> Iterator[str]:
    """Calls of `words` that put into a sentence what is said in a language already."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "words":
            inner = (each for gap in node.keywords for each in ast.walk(gap.value) if isinstance(each, ast.Call))
            if any(
                isinstance(each.func, ast.Name) and each.func.id in ("say", "words", "rule_title") for each in inner
            ):
                yield f"{path.name}:{node.lineno}"


def test_nothing_that_is_said_already_stands_in_a_sentence_that_may_stay_english() -> None:
    assert [found for path in PACKAGE.rglob("*.py") for found in said_before(path)] == []


@pytest.mark.parametrize("code", languages())
def test_the_players_have_the_same_letter_everywhere(code: str) -> None:
    use(code)
    white, black = say(WHITE_LETTER()), say(BLACK_LETTER())
    assert len({white, black}) == 2
    assert say("(W {white}, B {black})") == f"({white} {{white}}, {black} {{black}})"
    assert say("Clocks W / B").endswith(f" {white} / {black}")
    assert say("Castling W; B").endswith(f" {white}; {black}")
    cell = "".join(text_of(each) for each in cell_lines(board("7", STATES[0], seed=1), 4, 40, roomy=True))
    assert re.search(rf"{white}[ >][\d-].*{black}[ >][\d-]", cell)


@pytest.mark.parametrize("code", DRAFTS)
def test_how_often_a_position_has_stood_is_one_language(code: str) -> None:
    use(code)
    for count, most in ((1, 1), (2, 2), (5, 5), (2, 4), (1, None), (3, None)):
        told = words(Sentence("This position has stood {times}."), times=count_words(count, most))
        assert not ENGLISH_LEFT.search(told), told
        assert "times" not in told


def test_the_screen_speaks_it() -> None:
    source = ReplaySource([CAPTURE])
    hall = Hall(source.known)
    for stamp in source:
        hall.read(*stamp)
    alert = next(alert for alert in hall.view().alerts if alert.rule is Rule.FIVEFOLD)
    use("ru")
    assert told(alert).startswith("НИЧЬЯ: одна и та же позиция, раз: 5, после 10...Bf8")


def test_a_language_is_added_by_a_folder_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    catalog = Catalog(locale="de", domain=language.DOMAIN)
    catalog.add("Certain.", "Sicher.")
    there = tmp_path / "de" / "LC_MESSAGES"
    there.mkdir(parents=True)
    (there / f"{language.DOMAIN}.mo").write_bytes(compiled(catalog))
    monkeypatch.setattr(language, "_folder", lambda: tmp_path)
    assert languages() == (ENGLISH, "de")
    use("de")
    assert say("Certain.") == "Sicher."
    assert say("Drawn.") == "Drawn."
    assert say("") == ""


def test_what_the_program_reads_is_what_the_tool_wrote() -> None:
    for path in translations():
        read_back = gettext.GNUTranslations(io.BytesIO(path.with_suffix(".mo").read_bytes()))
        assert read_back.gettext("Certain.") == read(path)["Certain."].string
