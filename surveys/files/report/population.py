"""Whom the intervals of a report hold for, in the words of its languages."""

from collections.abc import Mapping

from surveys.files.report.words import Words
from surveys.population import EVERYBODY, SAMPLE

HOLD: Mapping[str, Mapping[str, str]] = {
    "en": {
        SAMPLE: "hold for respondents drawn at random from many people",
        EVERYBODY: (
            "hold for the respondents themselves: they cover the perturbation, and lots where phones sent some of the "
            "questions, but no draw of respondents"
        ),
    },
    "zh-CN": {
        SAMPLE: "适用于从众多人中随机抽取的受访者",
        EVERYBODY: "适用于受访者本身：只包含加扰，以及手机只发送部分题目时的抽签，不包含受访者的抽样",
    },
}


def hold_for(population: str, words: Words) -> str:
    return HOLD[words.tag][population]
