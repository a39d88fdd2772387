/**
 * What is said of a number that may be skipped: how many people, how many of them give a number, and how well that is
 * known.
 */
interface Skippable {
  answers: string;
  share: string;
  half: string;
}

export const plan = {
  nav: "Plan",
  toBuild: "Build",
  title: "Will the results be good enough?",
  titleOne: (answers: string, could: boolean, share: string) =>
    `With ${answers} people you could${could ? "" : " not"} tell ${share} from 50\u202f%`,
  titleAll: (answers: string, share: string, all: number) =>
    `With ${answers} people you could tell ${share} from 50\u202f% in all ${all} questions and pairs`,
  titleNone: (answers: string, share: string, all: number) =>
    `With ${answers} people you could tell ${share} from 50\u202f% in none of ${all} questions and pairs`,
  titleSome: (answers: string, share: string, telling: number, all: number) =>
    `With ${answers} people you could tell ${share} from 50\u202f% in ${telling} of ${all} questions and pairs`,
  waits: "The plan appears when every question has its text, and its answers or the edges of its bins.",
  goBuild: "Go to Build",
  answers: "How many people answer",
  slider: "Number of people, in steps",
  sliderText: (answers: string) => `${answers} people`,
  answersFault: "Write a whole number from 1 to 10 million.",
  wanted: "What you want to tell apart",
  wantedOption: (share: string, half: string) => `${share} from 50\u202f% (each ± ${half} points)`,
  mix: "Of 100 people, how many choose",
  mixFault: "Write whole numbers from 0 to 100, not all 0.",
  mixSum: (sum: string) => `These add up to ${sum}: the plan takes each one's part of that.`,
  half: (answers: string, half: string) => `With ${answers} people: ± ${half} points.`,
  could: (share: string) => `You could tell ${share} from 50\u202f%.`,
  couldNot: (share: string, nearest: string) => `You could not tell ${share} from 50\u202f%; ${nearest} you could.`,
  couldNothing: (share: string) => `You could not tell ${share} from 50\u202f%, not even 0\u202f% from 50\u202f%.`,
  halfOfMean: (answers: string, half: string) => `With ${answers} people the mean will be known to ± ${half} at most`,
  neededForMean: (needed: string, half: string, share: string) =>
    `${needed} people are enough for ± ${half}, ${share} of the distance between the bounds.`,
  halfWithMean: ({ answers, share, half, mean }: Skippable & { mean: string }) =>
    `With ${answers} people of whom ${share} give a number, you will know that share to ± ${half} points and their mean to ± ${mean} at most`,
  halfWithoutMean: ({ answers, share, half }: Skippable) =>
    `With ${answers} people of whom ${share} give a number, you will know that share to ± ${half} points, and nothing of their mean: its limits would have no end`,
  push: (points: string, mean: string) => `the share who answer by ${points} points and their mean by ${mean}`,
  pushEnd: (points: string) => `the share who answer by ${points} points and their mean as far as anybody wants`,
  pushes: (atOne: string, atFive: string) =>
    `If 1 in 100 reports were made up, they could push ${atOne}, at most; 5 in 100, ${atFive}. More people do not help against that.`,
  onlyTheMean:
    "This is of the mean of these reports; quantiles are less exact, and nobody can say beforehand by how much.",
  quantileLimits: "They will come with limits.",
  noQuantileLimits:
    "They will come without limits: with protection this strong nobody has measured how far off they may be.",
  mayNotSettle: "If many people answer, they may not settle a distribution at all; then only the mean is shown.",
  tableOfMean: (name: string) => `Half-widths of the mean of ${name}`,
  truthOfMean: (mean: string) => `The truth they were drawn from is ${mean}.`,
  needed: (needed: string, share: string) => `It takes ${needed} people to tell ${share} from 50\u202f%.`,
  madeUp: (atOne: string, atFive: string) =>
    `If 1 in 100 reports were made up, they could push an answer by ${atOne} points at most; 5 in 100, by ${atFive}. More people do not help against that.`,
  pair: (left: string, right: string) => `${left} with ${right}`,
  pairText: (cells: string) => `A planned pair: one of ${cells} combinations of answers.`,
  legend:
    "The line is half of a 95 % interval, in percentage points, for an answer that half of the people give: from the closed form, no draw is in it. The shaded band lies between everybody at the strongest level and everybody at the weakest. The dashed cross shows what you want and how many people it takes.",
  picture: (name: string) => `How sure you will be of ${name}, by number of people`,
  spoken: (half: string, answers: string) => `± ${half} with ${answers}`,
  axisHalf: "± points",
  axisAnswers: "people (equal steps are equal ratios)",
  table: "Show the numbers",
  tableOf: (name: string) => `Half-widths of ${name} in percentage points`,
  columnAnswers: "People",
  columnMix: "Your mix",
  columnAll: (level: string) => `All: ${level}`,
  rowNeeded: (half: string) => `Needed for ± ${half}`,
  why: "Which mechanism, and why",
  whyAt: (level: string, name: string, epsilon: string) => `${level}: ${name} at epsilon ${epsilon}.`,
  others: "See all mechanisms for this",
  try: "Try it on made-up people",
  tryText:
    "The real mechanisms perturb the answers of people who are made up, and the real estimates are made of the reports. Of each question the first answer is given most, the second half as often, the third a third as often.",
  draw: (people: string) => `Simulate ${people} people`,
  drawOthers: "Draw others",
  drawing: "Simulating …",
  stop: "Hide the simulation",
  most: (most: string) => `At most ${most} people of this questionnaire are simulated at once.`,
  tooLarge: "This questionnaire has too many questions and answers to be simulated.",
  least: "Results are shown from 20 people on.",
  simulated: (people: string) => `Simulated: ${people} made-up people. Nobody's answer is in it.`,
  simulatedLegend: "Hatched: simulated. Ticks are the truth they were drawn from; about 95 of 100 intervals hold it.",
  simulatedPair: "Simulated combinations",
};
