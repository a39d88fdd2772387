/** Which questions each phone sends. */
export const sending = {
  title: "What each phone sends",
  questions: { all: "All questions", some: "Some questions, drawn by lot" },
  questionsText: {
    all: "Every answer is scrambled a little more the more questions there are.",
    some: "Each person is asked few questions, and the same protection needs far fewer people.",
  },
  aimText:
    "One level protects everything a phone sends together. You need not choose it: the more people you expect, the stronger it is.",
  people: "People you expect to answer",
  peopleFault: (people: string) => `Write a whole number from 50 to 10 million. Until then ${people} counts.`,
  halfWidth: "How exact each result should be",
  halfWidthOption: (half: string) => `± ${half} points`,
  aimWaits: "The level appears when every question has its text, and its answers or the edges of its bins.",
  aimLevel: (percent: string) =>
    `Who sees a whole report, and thought it fifty-fifty, is then at most ${percent} sure.`,
  aimReached: (half: string, people: string) => `It takes ${people} people for ± ${half} points in every question.`,
  aimMissed: (half: string, people: string) =>
    `It takes ${people} people for ± ${half} points in every question, more than you expect, although this is the weakest level that is chosen for you. Fewer questions or answers need fewer people.`,
  ownLevels: "Choose levels yourself, or let people choose",
  aimInstead: "Let the number of people choose the level",
  proposal: {
    title: (people: string) => `What would need fewer than ${people} people`,
    people: (people: string) => `${people} people`,
    take: "Do this",
    atThisLevel:
      "The numbers are for the present level. Where the number of people chooses the level, it may then become a stronger one.",
    rows_apart: (question: string) => `The rows of ${question} drawn by themselves`,
    some: "Each phone sends some of the questions, at the same protection of the report",
    one_level: "The weakest level alone, with nothing to choose",
    pairs: (pairs: string, sure: string | null) =>
      sure
        ? `Questions two by two, their answers sent as one (${pairs} pairs); one answer is then protected less: who thought it fifty-fifty is at most ${sure} sure of it`
        : `Questions two by two, their answers sent as one (${pairs} pairs)`,
    ceiling: (sure: string) =>
      `One answer or pair may spend the whole epsilon of the report; one answer is then protected less: who thought it fifty-fifty is at most ${sure} sure of it`,
    half_width: (half: string) => `± ${half} points instead`,
    fewer_answers: (question: string) => `Half as many answers to ${question}`,
    without: (question: string) => `Without ${question}`,
  },
  ask: "What people are asked",
  asked: { sent: "Only what is sent", all: "Everything" },
  askedText: {
    sent: "The questions drawn, and earlier ones that decide whether they are asked. Answers to those stay on the phone.",
    all: "It takes as long as the whole survey, but nobody can leave because of what was drawn.",
  },
  levelsText:
    "Respondents choose one level for the whole report, before they see the first question. The strongest comes first and is already chosen. It protects everything a phone sends together, however many questions there are.",
  levelsTextOne: "The level protects everything a phone sends together, however many questions there are.",
  noLevelEach:
    "A level for each question is not offered: a level is of the whole report where questions are drawn, because 20 people at each level of each question would never come.",
  levelOf: (name: string) => `${name}, of the whole report`,
  wholeReport: (percent: string) => `At most ${percent} sure, from fifty-fifty`,
  shared: (kept: string) =>
    `That is of the whole report; the answers in it share it. Of 100 phones with Yes to a yes/no question, at most ${kept} send Yes.`,
  epsilonReport: (report: string, answer: string) =>
    `epsilon ${report} for the whole report, at most ${answer} for one answer in it`,
  most: "The most that one answer may spend",
  mostOption: (epsilon: string, kept: string) =>
    `epsilon ${epsilon}: of 100 phones ${kept} tell the truth of a yes/no question`,
  mostText:
    "A lower one hides a single answer better, and may need more people. A planned pair counts as one answer, and gains from 4. The whole report is protected alike.",
  importance: "Importance of each question",
  importanceText:
    "All questions become equally exact unless you say otherwise. At 4 a question gets four times as many reports, so that its ± is half that of the others, which get fewer.",
  times: (weight: string) => `${weight} ×`,
  usual: "1 × (as the others)",
  together: "Rows that are kept together",
  togetherText:
    "Each row of a table is drawn by itself, which needs fewer people. Kept together, all of its rows are sent by the same phones and share what one answer may spend.",
  drawn: "Drawn by lot: some phones send it",
  drawnRows: "Drawn by lot, each row by itself",
  drawnTogether: "Drawn by lot, all rows together",
  drawnPair: (partner: string) => `Drawn and sent as one with ${partner}`,
  model: {
    title: "Pairs for a model",
    text: "A model predicts the answer to one question, the class, from the answers to others. It is learnt best from pairs of the class with each of them, of which each phone sends one. The class is then estimated from all of them together.",
    question: "Class",
    plan: (pairs: string) => `Plan its pairs: ${pairs}`,
    planned: "All its pairs are planned",
    left: (questions: string) =>
      `Left out: ${questions}, for too many combinations of answers, or because there are 25 pairs.`,
  },
  pairsText:
    "Two questions can be drawn together and their answers sent as one, so that results say how they go together. Only planned pairs can be crossed, for nobody sends two others. A pair counts as one answer, and each of its questions becomes a little less exact. A question may be in several pairs: a phone sends at most one of them, and the question is estimated from all.",
  collecting: (first: number, from: number) =>
    `Each phone sends some of the questions, so the first results appear once about ${first} people have sent each of them, at every level; or when you close the survey, of each question that ${from} or more sent. Until then nobody, not even you, sees a count or an answer: a small group would be too easy to guess.`,
  sentBy: (reports: string, people: string) => `Sent by ${reports} of ${people} people.`,
  sentByWorth: (reports: string, people: string, worth: string) =>
    `Sent by ${reports} of ${people} people, worth as much as ${worth} unscrambled answers.`,
  unrepresented: (share: string) =>
    `${share} of the people chose a level at which too few sent this question: the estimate is of the others, who may answer differently.`,
  quoted: (question: string) => `“${question}”`,
  and: " and ",
  drawsAlike: (times: string) =>
    `The questions were sent as often as the lots say: honest lots differ by as much in ${times} of 100 surveys.`,
  drawsUneven:
    "The questions were sent a little less evenly than most lots: honest lots differ by as much in fewer than 1 of 100 surveys.",
  drawsOffSomewhere:
    "The questions were not sent as often as the lots say. Honest lots differ by as much in fewer than 1 of 1\u202f000 surveys. Somebody may have chosen what to send, or people left when they saw a question.",
  drawsOff: (questions: string, reports: string, expected: string) =>
    `The questions were not sent as often as the lots say: ${questions} was sent by ${reports} people where ${expected} were to be expected. Honest lots differ by as much in fewer than 1 of 1 000 surveys. Somebody may have chosen what to send, or people left when they saw a question.`,
  crossText: "Planned pairs only: their two answers were perturbed together.",
  crossNobody:
    "No other two can be crossed. Nobody sent both: each phone sent some of the questions. Two that are planned as a pair before a version is published are sent together, and crossed.",
  planPairs: "Plan pairs for the next version",
};
