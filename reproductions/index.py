"""Every reproduction, and the pages that they make. A new one is a module with `remake` and one line here."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from reproductions import linear_regression, sixteen_and_four
from reproductions.adult import page as adult
from reproductions.attacks import page as attacks
from reproductions.canary_audit import page as canary_audit
from reproductions.chapter_8 import page as chapter_8
from reproductions.gaussian_model import page as gaussian_model
from reproductions.naive_bayes import page as naive_bayes
from reproductions.page import Page
from reproductions.some_questions import page as some_questions
from reproductions.suldp import page as suldp
from reproductions.synthesis_study import page as synthesis_study
from reproductions.tables import page as tables

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "reproductions"
INDEX = "README.md"


@dataclass(frozen=True, kw_only=True)
class Reproduction:
    """`quick` ones, of a few seconds, are remade whole by the ordinary tests; all are by the slow ones.

    `code` are folders that decide what a page shows, beside those of every reproduction.
    """

    name: str
    about: str
    remake: Callable[[], Page]
    quick: bool = True
    code: tuple[str, ...] = ()


REPRODUCTIONS: tuple[Reproduction, ...] = (
    Reproduction(name="sixteen-and-four", about="sixteen men, four women and one coin", remake=sixteen_and_four.remake),
    Reproduction(name="adult", about="age, occupation and race of the Adult data set", remake=adult.remake),
    Reproduction(
        name="naive-bayes",
        about="naive Bayes of perturbed answers on six data sets",
        remake=naive_bayes.remake,
        quick=False,
    ),
    Reproduction(
        name="linear-regression",
        about="lines of least squares from perturbed moments, and what it takes to trust nobody",
        remake=linear_regression.remake,
        quick=False,
    ),
    Reproduction(
        name="suldp", about="sets with sensitive answers, and what they leak", remake=suldp.remake, quick=False
    ),
    Reproduction(
        name="attacks",
        about="seven attacks on released tables, beside what protects",
        remake=attacks.remake,
        quick=False,
    ),
    Reproduction(
        name="chapter-8",
        about="a textbook's releases of Adult by age and school, and a closeness that is none",
        remake=chapter_8.remake,
        quick=False,
    ),
    Reproduction(
        name="gaussian-model",
        about="a textbook's synthetic data, which are not private, beside a Gaussian model that is",
        remake=gaussian_model.remake,
        quick=False,
    ),
    Reproduction(
        name="canary-audit",
        about="what a canary shows of synthetic data: of ours, and of a textbook's without bound",
        remake=canary_audit.remake,
        quick=False,
    ),
    Reproduction(
        name="synthesis-study",
        about="a textbook's synthesis study, three tasks in two settings, with a guarantee and without",
        remake=synthesis_study.remake,
        quick=False,
    ),
    Reproduction(
        name="tables",
        about="a textbook's synthetic data of noisy tables, and two habits that undo the noise",
        remake=tables.remake,
    ),
    Reproduction(
        name="some-questions",
        about="what a thousand people say when each phone sends some of the questions",
        remake=some_questions.remake,
        quick=False,
        code=("surveys", "datahub/api"),
    ),
)


def files(chosen: Reproduction) -> dict[str, str]:
    """Name and text of each file; ValueError if the page calls itself otherwise than the index does."""
    page = chosen.remake()
    if page.name != chosen.name:
        raise ValueError(f"the page is named {page.name}; the index says {chosen.name}")
    return page.files()


def index_page() -> str:
    lines = [
        "# Reproductions",
        "",
        "Figures that others have published, remade with the mechanisms of this library and put beside theirs, with a",
        "picture of each and, where ours differ, why. One command writes everything here, from seeds that are printed:",
        "the same figures on every machine.",
        "",
        "    scripts/reproduce            all of them",
        "    scripts/reproduce adult      one of them",
        "    scripts/reproduce --check    say what is not what the code gives, and write nothing",
        "",
        "| page | what is remade |",
        "|---|---|",
        *(
            f"| [{reproduction.name}]({reproduction.name}.md) | {reproduction.about} |"
            for reproduction in REPRODUCTIONS
        ),
        "",
        "A dot is an estimate with its 50, 80 and 95 % intervals; a ring is the figure that was reported. Whether two",
        "figures of a random mechanism agree is said in standard errors: a reported figure is one draw, and so is ours.",
    ]
    return "\n".join(lines) + "\n"


def out_of_date(contents: dict[str, str], folder: Path = FOLDER) -> Iterator[str]:
    """Yields the names of files that are missing or differ from what was made."""
    for name, text in contents.items():
        path = folder / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            yield name
