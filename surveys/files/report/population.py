"""The population of a report's intervals, in the words of its languages."""

from collections.abc import Mapping
from typing import Any

from surveys.files.report.words import Words
from surveys.population import DUCHI, EVERYBODY, SAMPLE, SKIPPABLE, means_of_sample

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
MEANS: Mapping[str, Mapping[str, str]] = {
    "en": {DUCHI: "means by Duchi's mechanism", SKIPPABLE: "means of numbers that may be skipped"},
    "zh-CN": {DUCHI: "由 Duchi 机制得到的平均值", SKIPPABLE: "可以跳过的数的平均值"},
}
BUT: Mapping[str, tuple[str, str]] = {
    "en": (" and ", "{hold}; except those of {means}, which {of_sample}"),
    "zh-CN": ("和", "{hold}；但{means}的区间{of_sample}"),
}


def hold_for(shown: Mapping[str, Any], words: Words) -> str:
    hold = HOLD[words.tag][shown["population"]]
    means = [MEANS[words.tag][mean] for mean in means_of_sample(shown)]
    if shown["population"] == SAMPLE or not means:
        return hold
    joint, sentence = BUT[words.tag]
    return sentence.format(hold=hold, means=joint.join(means), of_sample=HOLD[words.tag][SAMPLE])
