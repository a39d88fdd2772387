/** Whom results are about, and results weighted to what is known of everybody. */
export const weighting = {
  sample: "The people who answered are a sample of many more",
  sampleHint:
    "Intervals then cover two things: who happened to answer, and the scrambling. Switch it off if the people who answered are everybody you want to know about: what is left is the scrambling, and the lots if each phone sent some of the questions. Comparisons, cross-tabulations, inverse-variance estimates and weighted results stay those of a sample.",
  parts: ({ sampling, perturbation }: { sampling: string; perturbation: string }) =>
    `Standard error, at most: ${sampling} from who was drawn, ${perturbation} from the scrambling.`,
  noParts:
    "The reports on this number are the two ends of its range, which do not tell who was drawn apart from the scrambling.",
  columns: { sampling: "Error from who was drawn", perturbation: "Error from the scrambling" },
  title: "Weighted to known shares",
  text: "Do you know how everybody divides on one of these questions, from a census or a register? State it, and the questions that were planned as a pair with it are weighted to it. This corrects for who took part as far as people with the same answer to that question are alike. It costs the respondents no further epsilon.",
  add: "Question whose shares are known",
  choose: "Choose a question",
  sharesOf: (question: string) => `Shares of everybody: ${question}`,
  sharesText:
    "In percent of those who have an answer. Leave one answer empty, and it gets the rest. People without an answer keep the share that is estimated.",
  percentOf: (answer: string) => `${answer}, %`,
  rest: (share: string) => `The rest: ${share}`,
  faults: {
    number: "Write each share as a number from 0 to 100.",
    missing: "Fill in all answers but one.",
    over: (total: string) => `These shares add up to ${total}, more than 100 %.`,
    total: (total: string) => `The shares add up to ${total}, not to 100 %.`,
  },
  remove: "Remove",
  weigh: "Weight the results",
  keep: "Keep with the results",
  keepHint: "Whoever reads these results then sees them weighted, and the files and the report have them too.",
  kept: "Kept with the results.",
  notBy: ({ question, margin }: { question: string; margin: string }) => `${question}, by ${margin}`,
  questionBy: ({ question, margin }: { question: string; margin: string }) => `${question}, weighted by: ${margin}`,
  unweighted: (answer: string) => `${answer}, unweighted`,
  weights: (weights: string) => `A person counts as: ${weights}.`,
  weightOf: ({ answer, weight }: { answer: string; weight: string }) => `${weight} with the answer ${answer}`,
  reports: ({ reports, error }: { reports: string; error: string }) =>
    `From ${reports} reports on both questions; standard error at most ${error} points.`,
  notWeighted: "Not weighted",
  why: {
    weighted: "",
    not_joined: "no planned pair has it together with a question whose shares are known.",
    too_few: "too few reports came on the planned pair of the two.",
    may_be_empty: (answers: string) =>
      `the interval of ${answers} reaches 0, so nothing is divided by it. More reports help.`,
    not_pairable: "questions of this type stand in no pair.",
    is_number: "means stand in no pair.",
    is_set: "questions with several options stand in no pair.",
  },
  planPair: "Plan a pair for the next version",
  several:
    "Each question is weighted by one question at a time. To weight by several at once takes a table of all of them together, which no phone sent.",
  exportTitle: "Weighted shares",
  exportText: "Each answer weighted to the known shares that are kept, beside its unweighted share.",
};
