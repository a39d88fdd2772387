"""Naive Bayes under local differential privacy, on the six data sets it was published with."""

from reproductions.naive_bayes import continuous, discrete
from reproductions.naive_bayes.people import SEED
from reproductions.page import Page


def remake() -> Page:
    return Page(
        name="naive-bayes",
        title="Naive Bayes of perturbed answers",
        summary=(
            "A naive Bayes classifier made of answers that nobody could read. The order of the mechanisms, the advantage of bins and that of "
            "fewer axes come out as published. The levels do not: at the epsilon that a person really spends they are lower, and two of the "
            "reported figures have another explanation."
        ),
        source=(
            "Yilmaz, Al-Rubaie, Chang 2019, *Locally differentially private naive Bayes classification*, arXiv:1905.01039; Zhuang, Chang, "
            "Samaraweera, *Privacy-Preserving Machine Learning*, chapter 5. Most results are published as curves, of which words are quoted here"
        ),
        data=(
            "Car, chess, mushroom (without stalk-root), Connect-4, Australian credit, Pima diabetes (`reproductions/data/README.md`); "
            "who lacks a value is left out: 4 people of the Australian data"
        ),
        seed=(
            f"seeds from {SEED} on, one for each repetition; four fifths are asked, one fifth is foretold; ± is the standard error over "
            "40 (car), 20 (chess, mushroom), 4 (Connect-4) and 60 (numbers) repetitions"
        ),
        experiments=[
            discrete.five_mechanisms(),
            discrete.who_tells_how_much(),
            continuous.three_ways(),
            continuous.fewer_axes(),
        ],
    )
