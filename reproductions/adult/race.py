"""Race by symmetric unary encoding."""

from mechanisms.ldp.one_answer.symmetric_unary_encoding import SymmetricUnaryEncoding
from reproductions.adult.people import ask, cells
from reproductions.drawing.dots import dots
from reproductions.page import Experiment, Table, digits, whole

REPORTED = (215, 1_082, 3_180, 196, 27_791)


def experiment() -> Experiment:
    answers = [str(cell) for cell in cells("race")]
    names = sorted(set(answers))
    oracle = SymmetricUnaryEncoding(answers=len(names), epsilon="5")
    poll = ask(oracle, [names.index(answer) for answer in answers])
    truth = poll.truth.tolist()
    errors = [poll.error(place) for place in range(len(names))]
    off = [
        [(run[place] - truth[place]) / errors[place] for place in range(len(names))]
        for run in (REPORTED, poll.estimate)
    ]
    squares = [sum(difference**2 for difference in run) for run in off]
    return Experiment(
        heading=f"Five races by symmetric unary encoding, each give or take {whole(1.96 * errors[0])}",
        setup=(
            f"{whole(poll.people)} people name one of five, as five bits of which each is flipped with q = 1/(e^2.5 + 1) = "
            f"{float(oracle.q):.4f}: symmetric unary encoding at epsilon 5. The names are those of the census of 1994."
        ),
        picture=dots(
            "adult-race",
            "Four small groups, in people: ours and the reported estimates scatter around the truth by about a hundred. White, "
            "with 27 816 people, is in the table only.",
            poll.rows(names, [float(figure) for figure in REPORTED])[:-1],
            unit="people (White, 27 816, is in the table)",
        ),
        table=Table(
            headings=("", "truth", "reported", "ours", "standard error"),
            rows=[
                (
                    name,
                    whole(truth[place]),
                    whole(REPORTED[place]),
                    whole(float(poll.estimate[place])),
                    whole(errors[place]),
                )
                for place, name in enumerate(names)
            ],
        ),
        why=(
            f"Both are draws of the same mechanism. Squared and added up over the five, the reported estimates lie "
            f"{digits(squares[0])} from the truth in standard errors, ours {digits(squares[1])}; about 5 is expected. The two small groups "
            "are hardly larger than the error that everybody's noise makes in them: whoever asks about 271 of 32 561 people needs "
            "another epsilon, or another question."
        ),
    )
