"""Every sentence of a report, in each language it is written in."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Words:
    """Templates are filled with str.format; both languages have the same names."""

    tag: str
    percent: str
    levels: tuple[tuple[str, ...], ...]
    mechanisms: Mapping[str, str]
    skipped: str
    not_asked: str
    facts: str
    simulated: str
    left_out: str
    left_out_of_question: str
    unrepresented: str
    unshown: str
    draws_off: str
    at_most: str
    label_title: str
    label: tuple[tuple[str, str], ...]
    mix_title: str
    mix: tuple[str, str, str, str]
    answer: str
    estimate: str
    interval: str
    legend: str
    made_up: str
    mean: str
    bounds: str
    quantiles: tuple[str, str, str]
    unmeasured: str
    unsettled: str
    bars: str
    distribution: str
    mean_made_up: str
    mean_guarantee: str
    answered: str
    mean_of_answered: str
    no_mean: str
    skippable_guarantee: str
    alike: str
    different: str
    unknown: str
    fewer_than_one: str
    more_than_99: str
    guarantee: str
    pairs_title: str
    pair: str
    pair_note: str
    method_title: str
    method: str
    means: str
    means_alone: str
    answered_alone: str
    of_answered: str
    or_: str
    comma: str


ENGLISH = Words(
    tag="en",
    percent="{}\u00a0%",
    levels=(
        ("The protection of this survey",),
        ("More protection", "Less protection"),
        ("Most protection", "Middle", "Least protection"),
    ),
    mechanisms={
        "randomized-response": "randomised response",
        "generalized-randomized-response": "generalised randomised response",
        "optimized-unary-encoding": "optimized unary encoding",
        "symmetric-unary-encoding": "symmetric unary encoding",
        "subset-selection": "subset selection",
        "bitwise-randomized-response": "bitwise randomised response",
        "privset": "PrivSet",
        "duchi": "Duchi's mechanism",
        "piecewise": "the Piecewise mechanism",
        "hybrid": "the Hybrid mechanism",
        "square-wave": "the square wave",
        "number-or-skipped": "number or skipped",
    },
    skipped="Prefer not to say",
    not_asked="Not asked",
    facts="{reports} reports · version {number} · computed {day} (UTC)",
    simulated="The people of this survey are simulated.",
    left_out="{reports} more reports are left out: too few people chose their level.",
    left_out_of_question="{reports} more reports are left out of this question: too few people chose their level.",
    unrepresented="{share} of the people chose a level at which too few sent this question; it is of the others.",
    unshown="Too few people chose each level for these questions, so that they are not shown: {questions}",
    draws_off="The questions were not sent as often as the lots say: somebody chose some, or people left at some.",
    at_most="at most {reports}",
    label_title="How the people who answered are protected",
    label=(
        ("Who can see a person's real answers?", "Nobody. They stayed on the person's own device."),
        ("What was sent?", "One scrambled copy, changed at random before it left the device."),
        (
            "Could somebody learn a real answer from it?",
            "Whoever thought it fifty-fifty can become at most {sure} sure of anything in it (epsilon {epsilon}).",
        ),
        ("What is not hidden?", "That somebody answered, roughly when, and which level of protection they chose."),
        (
            "What do these numbers rest on?",
            "The scrambled copies alone. Across many people the scrambling cancels out.",
        ),
    ),
    mix_title="Who chose which level",
    mix=("Level", "Reports", "Share", "Epsilon of a report"),
    answer="Answer",
    estimate="Estimate",
    interval="95 % interval",
    legend="The dot is the estimate; the bands hold the true share in 50, 80 and 95 of 100 surveys.",
    made_up="If 1 of 100 reports were made up, an answer could be pushed by up to {one} points; 5 of 100: by {five}.",
    mean="Mean: {value}{unit}; 95 % interval {low} … {high}.",
    bounds="Numbers from {low} to {high}{unit} were asked for; one beyond counted as the bound.",
    quantiles=("Share below", "Value", "95 % interval"),
    unmeasured="not measured",
    unsettled="The reports do not settle a distribution; the mean stands.",
    bars="Shares of people by value, from the lower to the upper bound; the tallest bar is {largest}.",
    distribution=(
        "The distribution under which the reports are most likely, a little biased. Surveys drawn again make the "
        "intervals of its quantiles, from epsilon 1: of 200 people those of 95 % held in 88 to 92 %. One bar has none."
    ),
    mean_made_up="If 1 of 100 reports were made up, the mean could move by up to {one}{unit}; 5 of 100: by {five}.",
    mean_guarantee=(
        "By {mechanism}; epsilon {epsilon} for this question, delta {delta}, for each {unit}; {n} reports; standard "
        "error {error}{of}."
    ),
    answered="Answered: {share} of the people; 95 % interval {low} … {high}.",
    mean_of_answered="Mean of those who answered: {value}{unit}; 95 % interval {low} … {high}.",
    no_mean="Those who answered may be nobody, so no mean is stated.",
    skippable_guarantee=(
        "By {mechanism}; epsilon {epsilon} for this question, delta {delta}, for each {unit}; {n} reports. Whether "
        "somebody answered is protected as well."
    ),
    alike=(
        "No sign that people who chose different levels answered differently: where all answer alike, differences this "
        "large come up in {times} of 100 surveys."
    ),
    different=(
        "People who chose different levels seem to have answered differently: where all answer alike, differences this "
        "large come up in {times} of 100 surveys. The estimate holds either way."
    ),
    unknown="Too few reports to say whether people of different levels answered alike.",
    fewer_than_one="fewer than 1",
    more_than_99="more than 99",
    guarantee=(
        "By {mechanism}; epsilon {epsilon} for this question, delta {delta}, for each {unit}; {n} reports; largest "
        "standard error {error} points."
    ),
    pairs_title="Planned pairs",
    pair="{rows} by {columns}",
    pair_note="Share of all respondents, give or take; the two answers were perturbed as one (epsilon {epsilon}).",
    method_title="Method, to quote",
    method=(
        "Shares are unbiased estimates from {reports} reports that were perturbed on the respondents' devices by "
        "{mechanisms}, with epsilon {epsilons} for a whole report, given the level each respondent chose. Levels are "
        "weighted by their number of reports; intervals are Wilson's for each level, put together by MOVER, and "
        "{hold}. Survey version {hash}."
    ),
    means=(
        " Means of numbers are unbiased estimates by {mechanisms}, with the interval of the mechanism for each level; "
        "a number beyond the bounds of its question counted as the bound."
    ),
    means_alone=(
        "Means are unbiased estimates from {reports} reports that were perturbed on the respondents' devices by "
        "{mechanisms}, with epsilon {epsilons} for a whole report, given the level each respondent chose. Levels are "
        "weighted by their number of reports; intervals are those of the mechanism for each level, put together by "
        "MOVER, and {hold}. A number beyond the bounds of its question "
        "counted as the bound. Survey version {hash}."
    ),
    answered_alone=(
        "Shares who answered are unbiased estimates from {reports} reports that were perturbed on the respondents' "
        "devices by {mechanisms}, with epsilon {epsilons} for a whole report, given the level each respondent chose. "
        "Levels are weighted by their number of reports; intervals are Wilson's for each level, put together by MOVER, "
        "and {hold}. Survey version {hash}."
    ),
    of_answered=(
        " The mean of a number that may be skipped, by {mechanisms}, is of those who answered: a ratio of two unbiased "
        "estimates, with Fieller's limits; a number beyond the bounds of its question counted as the bound."
    ),
    or_=" or ",
    comma=", ",
)

CHINESE = Words(
    tag="zh-CN",
    percent="{}%",
    levels=(("本次调查的保护",), ("保护更强", "保护较弱"), ("保护最强", "居中", "保护最弱")),
    mechanisms={
        "randomized-response": "随机应答",
        "generalized-randomized-response": "广义随机应答",
        "optimized-unary-encoding": "优化一元编码",
        "symmetric-unary-encoding": "对称一元编码",
        "subset-selection": "子集选择",
        "bitwise-randomized-response": "逐位随机应答",
        "privset": "PrivSet",
        "duchi": "Duchi 机制",
        "piecewise": "分段机制",
        "hybrid": "混合机制",
        "square-wave": "方波机制",
        "number-or-skipped": "数值或跳过机制",
    },
    skipped="不愿回答",
    not_asked="未被问到",
    facts="{reports} 份报告 · 版本 {number} · 计算于 {day}（UTC）",
    simulated="本次调查的受访者是模拟的。",
    left_out="另有 {reports} 份报告未计入：选择其级别的人太少。",
    left_out_of_question="本题另有 {reports} 份报告未计入：选择其级别的人太少。",
    unrepresented="{share} 的人所选的级别发送本题的人太少；结果只针对其余的人。",
    unshown="以下题目的每个级别都只有太少的人选择，因此不显示：{questions}",
    draws_off="各题目的发送次数与抽签不符：可能有人自己选择了发送什么，或有人看到某个题目后离开了。",
    at_most="至多 {reports}",
    label_title="作答的人怎样受到保护",
    label=(
        ("谁能看到一个人的真实答案？", "没有人能看到。真实答案留在本人的设备上。"),
        ("发送了什么？", "一份打乱的副本，在离开设备之前就已随机改动。"),
        (
            "有人能从中得知真实答案吗？",
            "原本认为可能性各半的人，对一份报告中任何内容的把握最多达到 {sure}（epsilon 为 {epsilon}）。",
        ),
        ("哪些没有隐藏？", "有人作答、大致时间，以及所选的保护级别。"),
        ("这些数字以什么为依据？", "只以打乱的副本为依据。人数多时，打乱会相互抵消。"),
    ),
    mix_title="各级别有多少人选择",
    mix=("级别", "报告数", "份额", "每份报告的 epsilon"),
    answer="答案",
    estimate="估计值",
    interval="95% 区间",
    legend="圆点是估计值；在 100 次调查中，三种条分别有 50、80、95 次包含真实比例。",
    made_up="如果每 100 份报告中有 1 份是编造的，一个答案最多会偏移 {one} 个百分点；有 5 份时最多 {five} 个百分点。",
    mean="平均值：{value}{unit}；95% 区间 {low} … {high}。",
    bounds="本题询问 {low} 到 {high}{unit} 之间的数；超出范围的数按边界计。",
    quantiles=("低于该值的份额", "数值", "95% 区间"),
    unmeasured="未测量",
    unsettled="这些报告还不足以确定分布；平均值仍然成立。",
    bars="从下限到上限，各数值所占的份额；最高的一条为 {largest}。",
    distribution=(
        "这是使这些报告最有可能出现的分布，略有偏差。分位数的区间由重复抽取的调查得出，epsilon 不小于 1 时才给出："
        "在 200 人的测量中，95% 区间每一百次有 88 到 92 次包含真实值。单独一条没有区间。"
    ),
    mean_made_up="如果每 100 份报告中有 1 份是编造的，平均值最多会偏移 {one}{unit}；有 5 份时最多 {five}。",
    mean_guarantee=(
        "机制：{mechanism}；本题 epsilon 为 {epsilon}，delta 为 {delta}，单位：一份报告；共 {n} 份报告；"
        "标准误 {error}{of}。"
    ),
    answered="作答的人：{share}；95% 区间 {low} … {high}。",
    mean_of_answered="作答者的平均值：{value}{unit}；95% 区间 {low} … {high}。",
    no_mean="可能没有人作答，因此不给出平均值。",
    skippable_guarantee=(
        "机制：{mechanism}；本题 epsilon 为 {epsilon}，delta 为 {delta}，单位：一份报告；共 {n} 份报告。"
        "是否作答同样受到保护。"
    ),
    alike="看不出选择不同级别的人回答有差异：如果所有人的回答相同，每 100 次调查中有{times}次会出现这么大的差异。",
    different=(
        "选择不同级别的人似乎回答不同：如果所有人的回答相同，每 100 次调查中只有{times}次会出现这么大的差异。"
        "无论如何，估计值都成立。"
    ),
    unknown="报告太少，还说不准不同级别的人回答是否相同。",
    fewer_than_one="不到 1 ",
    more_than_99="超过 99 ",
    guarantee=(
        "机制：{mechanism}；本题 epsilon 为 {epsilon}，delta 为 {delta}，单位：一份报告；共 {n} 份报告；"
        "最大标准误 {error} 个百分点。"
    ),
    pairs_title="计划好的题目对",
    pair="{rows} 与 {columns}",
    pair_note="占全部受访者的比例及误差；两个答案作为一个答案加扰（epsilon 为 {epsilon}）。",
    method_title="可引用的方法说明",
    method=(
        "各比例是由 {reports} 份报告得出的无偏估计。报告在受访者的设备上经{mechanisms}加扰，"
        "在受访者所选级别下，整份报告的 epsilon 为 {epsilons}。各级别按报告数加权；"
        "区间对每个级别用 Wilson 方法，再以 MOVER 合并，{hold}。问卷版本 {hash}。"
    ),
    means="数的平均值是由{mechanisms}得出的无偏估计，每个级别用该机制的区间；超出题目范围的数按边界计。",
    means_alone=(
        "各平均值是由 {reports} 份报告得出的无偏估计。报告在受访者的设备上经{mechanisms}加扰，"
        "在受访者所选级别下，整份报告的 epsilon 为 {epsilons}。各级别按报告数加权；"
        "区间对每个级别用该机制的方法，再以 MOVER 合并，{hold}。"
        "超出题目范围的数按边界计。问卷版本 {hash}。"
    ),
    answered_alone=(
        "作答的比例是由 {reports} 份报告得出的无偏估计。报告在受访者的设备上经{mechanisms}加扰，"
        "在受访者所选级别下，整份报告的 epsilon 为 {epsilons}。各级别按报告数加权；"
        "区间对每个级别用 Wilson 方法，再以 MOVER 合并，{hold}。问卷版本 {hash}。"
    ),
    of_answered=(
        "可跳过的数的平均值由{mechanisms}得出，只针对作答的人：它是两个无偏估计之比，用 Fieller 区间；"
        "超出题目范围的数按边界计。"
    ),
    or_=" 或 ",
    comma="、",
)

LANGUAGES: Mapping[str, Words] = {"en": ENGLISH, "zh-CN": CHINESE}
