"""Age, occupation and race of the Adult data set, as a textbook asks for them."""

from reproductions.adult import age, occupation, over_fifty, race
from reproductions.adult.people import SEED
from reproductions.page import Page


def remake() -> Page:
    return Page(
        name="adult",
        title="Adult, asked through four mechanisms",
        summary=(
            "A textbook on private machine learning introduces each mechanism for one answer with a question to the people of the Adult "
            "data set. Ours gives the same answers within its errors, and two differences are no chance: the published code for "
            "occupations reports something else than its formula says, and the threshold it reports as best is not."
        ),
        source=(
            "Zhuang, Chang, Samaraweera, *Privacy-Preserving Machine Learning*, chapters 4 and 5, and the notebooks published with it "
            "(github.com/nogrady/PPML)"
        ),
        data="Adult, 32 561 people for training (`tests/adult/SOURCE.md`: UCI, CC BY 4.0); who did not answer is left out",
        seed=f"one stream from seed {SEED} for each question",
        experiments=[over_fifty.experiment(), occupation.experiment(), *age.experiments(), race.experiment()],
    )
