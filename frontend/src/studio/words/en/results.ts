interface ShareText {
  share: string;
  giveOrTake: string;
}

export const results = {
  skipped: "Prefer not to say",
  notAsked: "Not asked",
  says: ({ label, share, giveOrTake }: ShareText & { label: string }) =>
    `${share} say ${label}, give or take ${giveOrTake}`,
  leads: ({ label, share, giveOrTake }: ShareText & { label: string }) =>
    `${label} leads with ${share}, give or take ${giveOrTake}`,
  openLead: ({ first, second, share, giveOrTake }: ShareText & { first: string; second: string }) =>
    `${first} or ${second} leads, with about ${share}, give or take ${giveOrTake}`,
  noLead: ({ label, share, giveOrTake }: ShareText & { label: string }) =>
    `No clear lead: ${label} has ${share}, give or take ${giveOrTake}`,
  tooEarly: (label: string) => `Too early to tell how many say ${label}`,
  tooEarlyToLead: "Too early to tell which answer leads",
  nothing: "No answer can be estimated yet",
  reports: (text: string, reports: number) => (reports === 1 ? "1 report" : `${text} reports`),
  collectingTitle: "Too early to say",
  collectingText: (from: number) =>
    `Results appear once ${from} people have answered. Until then nobody, not even you, sees a count or an answer: a small group would be too easy to guess.`,
  collectingInSteps: (first: number, step: number, from: number) =>
    `The first results appear once about ${first} people have answered, and later in steps of ${step} or more; or when you close the survey, of each level that ${from} or more chose. Until then nobody, not even you, sees a count or an answer: a small group would be too easy to guess.`,
  unpublishedTitle: "Nobody has been asked yet",
  unpublishedText: "Publish the survey, share its link, and the results appear here.",
  toBuild: "Go to the questions",
  shareLink: "Link to share",
  versionOf: (number: number) => `Version ${number}`,
  state: { scheduled: "not open yet", open: "open for answers", paused: "paused", closed: "closed" },
  simulatedNote: "Simulated people, so the intervals are hatched. Nobody’s answer is true; the dots are.",
  shortBatch: "The last group of reports was smaller than usual because the survey ended.",
  leftOut: (count: string, over: boolean) =>
    `${count} left out${over ? "" : " so far"}: too few people chose their level`,
  leftOutHere: (count: string) =>
    `${count} reports are left out of this question: too few people at their level sent it.`,
  unshown: (questions: string) => `Not shown, because too few people at each level sent it: ${questions}`,
  nothingLeftText: (count: string, from: number) =>
    `The survey has closed, and nothing can be shown: fewer than ${from} people chose each level (${count} reports in all). A small group would be too easy to guess.`,
  leftSoFar: (count: string, from: number) =>
    `So far fewer than ${from} people chose each level (${count} reports in all); results appear once ${from} chose the same one. A small group would be too easy to guess.`,
  withdrawn: (count: string) => `${count} withdrawn before counting`,
  computed: (at: string) => `Computed ${at}`,
  legend: "The dot is the estimate; the bands hold the true share in 50, 80 and 95 of 100 surveys.",
  legendNumber:
    "The dot is the estimate; the bands hold the truth in 50, 80 and 95 of 100 surveys. An arrow: the interval goes on beyond the picture.",
  legendTruth: "The upright line is the truth.",
  legendBeyond: "An arrow: the interval goes on beyond the picture.",
  chart: (question: string) => `Estimates for: ${question}`,
  answer: "Answer",
  picture: "Picture",
  share: "Estimate",
  giveOrTake: "± points",
  spoken: ({ share, low, high }: { share: string; low: string; high: string }) =>
    `${share}, 95 percent interval from ${low} to ${high}`,
  spokenTruth: (share: string) => `truth ${share}`,
  table: "The same in a table, with every number",
  tableOf: (question: string) => `All numbers for: ${question}`,
  fromTo: (low: string, high: string) => `${low} to ${high}`,
  columns: {
    answer: "Answer",
    raw: "Raw estimate",
    error: "Standard error",
    "50": "50 % interval",
    "80": "80 % interval",
    "95": "95 % interval",
    simultaneous: "95 % for all answers at once",
    consistent: "Consistent",
    nearest: "Nearest possible",
    inverse: "Inverse-variance",
    truth: "Truth",
  },
  rawNote:
    "Raw estimates are unbiased and may be negative or not sum to 100 %. The consistent column is the nearest set of shares that sums to 100 %. Estimates pool all levels by share; inverse-variance weighting stands beside it for comparison only.",
  byLevel: "By level",
  levelLine: ({ reports, mechanism, epsilon }: { reports: string; mechanism: string; epsilon: string }) =>
    `${reports} reports, ${mechanism}, epsilon ${epsilon}`,
  levelsTitle: "Who chose which level",
  levelColumns: { name: "Level", reports: "Reports", share: "Share", epsilon: "Epsilon of a report" },
  guaranteeTitle: "What the numbers guarantee",
  guarantee: {
    mechanism: "Mechanism",
    epsilon: "Epsilon",
    delta: "Delta",
    unit: "Unit",
    neighbours: "Neighbours",
    n: "Reports",
    error: "Standard error",
    errorPerQuestion: "in the table of each question",
  },
  mechanismOf: (mechanism: string, version: number) => `${mechanism}, version ${version}`,
  pointsOf: (number: string) => `${number} points`,
  methodTitle: "Method, to quote",
  copyMethod: "Copy sentence",
  exportTitle: "Take the numbers with you",
  exportText: "Estimates with their intervals, mechanism and guarantee.",
  exportEstimates: "Estimates",
  exportNumbers: "Means and distributions",
  exportNumbersText:
    "Of each number its mean, and of a distribution its quantiles and the share of each point; where it may be skipped, the share who answered.",
  exportReports: "Perturbed reports",
  exportReportsText:
    "For further analysis, never to be counted as they are: each field in a file and an order of its own, with a codebook. The CSV comes with scripts for Python and R that make the same estimates of them.",
  exportReport: "A report to print or pass on",
  exportReportText:
    "How people are protected, who chose which level, every estimate drawn with its interval, and the method.",
  forms: {
    csv: "CSV",
    xlsx: "Excel (XLSX)",
    json: "JSON",
    parquet: "Parquet",
    sav: "SPSS (SAV)",
    html: "HTML",
    pdf: "PDF",
  },
  download: (what: string, form: string) => `${what}: ${form}`,
  madeUp: ({ atOne, atFive }: { atOne: string; atFive: string }) =>
    `If 1 of 100 reports were made up, an answer could be pushed by up to ${atOne} points; with 5 of 100, by ${atFive}.`,
  alike: (times: string) =>
    `No sign that people who chose different levels answered differently: where all answer alike, differences this large come up in ${times} of 100 surveys.`,
  different: (times: string) =>
    `People who chose different levels seem to have answered differently: where all answer alike, differences this large come up in ${times} of 100 surveys. The estimate holds either way.`,
  agreementUnknown: "Too few reports to say whether people of different levels answered alike.",
  fewerThanOne: "fewer than 1",
  moreThan99: "more than 99",
  compare: "Compare two answers",
  compareFirst: "Is this answer",
  compareSecond: "given by more people than this one?",
  chance: ({ times, first, second }: { times: string; first: string; second: string }) =>
    `${times} of 100: ${first} is larger than ${second}.`,
  chanceNote: ({ difference, giveOrTake }: { difference: string; giveOrTake: string }) =>
    `The estimates differ by ${difference} points, give or take ${giveOrTake}. Before the survey every difference counts as equally likely (a flat prior); the chance follows from the normal approximation and the exact covariance of the two estimates.`,
  crossTitle: "Questions against each other",
  crossText:
    "Planned pairs are the most exact: their two answers were perturbed together. Any other two can be crossed from the stored reports, with wide intervals.",
  crossNone: "No two questions have been crossed yet.",
  crossShow: "Show",
  crossOf: (rows: string, columns: string) => `${rows} by ${columns}`,
  crossPlanned: "Planned pair: perturbed as one answer.",
  crossUnplanned:
    "Not planned: each of the two answers was perturbed by itself, so the noise of both multiplies and the intervals are wide. Plan the pair in the next version to know more.",
  crossReports: (reports: string) => `From ${reports} reports.`,
  crossComputing: "Being computed. It appears here by itself.",
  crossFrom: (reports: string) =>
    `Two questions that were not planned as a pair can be crossed from ${reports} reports on: among fewer, a table would say too much of what one report holds together.`,
  crossAdd: "Cross two more questions",
  crossRows: "Question",
  crossColumns: "with",
  crossAsk: "Cross them",
  crossAmong: "Among",
  crossEverybody: "all respondents",
  crossThose: ({ answer, question }: { answer: string; question: string }) => `those who said ${answer} to ${question}`,
  crossTooFew: "Too few may have given this answer to say anything about them: its own interval reaches 0.",
  crossAmongNote: "Shares among those who gave one answer are ratios of estimates, with Fieller’s interval.",
  crossTable: (rows: string, columns: string) => `Share of all respondents: ${rows} in rows, ${columns} in columns`,
  model: {
    title: "A model",
    text: "From the questions that were crossed: which answer to one goes with the answers to others, and how often guessing it from them would be right.",
    none: "It is made once two questions with one answer each have been crossed.",
    make: "Make the model",
    foretell: "Answer to predict",
    learnt: ({
      share,
      low,
      high,
      least,
      most,
      always,
    }: Record<"share" | "low" | "high" | "least" | "most" | "always", string>) =>
      `It would be right about ${share} of people (${low} to ${high}): ${least} to ${most} points more often than always naming “${always}”.`,
    nothingLearnt: (always: string) =>
      `It cannot be told from noise whether the model knows more than always naming “${always}”.`,
    beatsFrom: (people: string) =>
      `If people are as these estimates say, a model is expected to be right more often than that from about ${people} people on. Told from few people, this number is itself unsure.`,
    beatsNever: (people: string) =>
      `If people are as these estimates say, a model is not expected to be right more often than that with any number of people up to ${people}.`,
    lines: {
      title: "Linear regression",
      text: (question: string) =>
        `The number answered to “${question}” = intercept + slope × the number answered to one other question, by least squares. A yes is 1 and a no 0. Each line is of one question alone: several at once would need their tables with each other.`,
      on: "Predicted from",
      slope: "Slope",
      intercept: "Intercept",
      explained: "R²",
      mean: "Nothing: its mean",
      range: (low: string, high: string) => `${low} to ${high}`,
      limits:
        "Beside each number its 95 % limits, by the delta method. R² is the part of the variance that the line explains; near 0 its limits hold less well.",
    },
    chart: (question: string) => `How often each way to predict the answer to “${question}” would be right`,
    from: "Predicted from",
    right: "Right",
    limits: "95 % limits",
    range: (low: string, high: string) => `${low}–${high}`,
    all: "All together",
    alone: (question: string) => `${question} alone`,
    always: (answer: string) => `Always “${answer}”`,
    together:
      "Together the questions are taken as independent of each other given the predicted answer: tables of pairs cannot say whether they are. Each question alone assumes nothing.",
    chancesOf: (question: string) => `What it knows of: ${question}`,
    chancesText: (question: string) => `Of those who gave each answer (in rows) to “${question}”, so many gave these.`,
    worthTitle: "What it is worth",
    notForPeople:
      "Not for decisions about a person: it knows what goes together among many people, and errs about each of them.",
    spends: (reports: string) =>
      `Made of the tables above, of ${reports} reports at least, and of nothing else: it costs the respondents no further epsilon.`,
    noHeldOut:
      "Nobody’s true answer is known to try it on. How often it is right is estimated from the tables, less what noise makes it too large (parametric bootstrap, no closed form); the limits hold 95 times of 100 or more, for people like the respondents.",
    biased:
      "Its chances are made consistent and smoothed by their noise, so they are biased; the cells of the tables are not.",
    leftOut: (questions: string) => `Left out, for too many combinations of answers: ${questions} questions.`,
    download: "Model as JSON",
  },
  rows: {
    title: "Synthetic data from these results",
    text: "For programs that want rows and not tables: made of the shares and tables above, in which answers go together about as often as people’s do. No row is a person.",
    none: "They are made once two questions with one answer each have been crossed.",
    look: "See what they would be worth",
    offered: "They tell enough about which answers go together to be taken.",
    refused:
      "They are not given: it is too unsure which answers go together. Their error would be more than half of that of columns that say nothing about it.",
    nothingShows:
      "They are not given: in the questions that were crossed, nothing that goes together can be told from noise.",
    together: "These rows",
    apart: "Columns drawn apart from each other, as far as the tables show",
    points: (error: string) => `off by ${error} points`,
    of: (crossed: string, sentence: string) =>
      `Expected, of two questions’ shares, on average over the pairs that were crossed (${crossed}; of these ${sentence} show more than noise). Cross more questions above, and they are told apart better. It costs the respondents no further epsilon.`,
    howMany: "How many rows",
    notForIntervals:
      "More rows are no more people: no interval, test or standard error can be made of them. Take these from the results above. Each row is marked as synthetic.",
    download: "Rows as CSV, with a card",
  },
  truth: "Show the truth",
  truthHint:
    "The people are simulated, so the truth is known and the intervals are hatched. Nobody’s answer is true; the dots are.",
  slider: "People",
  sliderText: (shown: string, all: string) => `${shown} of ${all} people`,
  linkToBuild: "Questions",
  mean: ({ value, low, high }: { value: string; low: string; high: string }) =>
    `${value} in the mean; 95 % interval ${low} to ${high}`,
  answeredMean: ({ share, giveOrTake, value, low, high }: ShareText & { value: string; low: string; high: string }) =>
    `${share} answered, give or take ${giveOrTake}; their mean is ${value}, 95 % interval ${low} to ${high}`,
  answeredAlone: ({ share, giveOrTake }: ShareText) =>
    `${share} answered, give or take ${giveOrTake}; too few to tell their mean`,
  answeredRow: "Share who answered",
  meanRow: (unit: string) => (unit === "" ? "Mean of those who answered" : `Mean of those who answered (${unit})`),
  answeredInterval: "95 % interval of the share",
  meanInterval: "95 % interval of the mean",
  noLimits: "no limits",
  noMean:
    "The limits of their mean have no end: by these reports it may be that nobody answered, and then any mean would fit. More reports help, and so would a level that hides less.",
  skippedAreOne: "Who skipped and who was not asked are one here: no report says which.",
  fieller:
    "The mean is a ratio of two estimates; its limits (Fieller’s) need not lie evenly around it, and without enough answers they would have no end.",
  skippableNote:
    "Raw estimates may lie beyond what is possible; the nearest possible value stands beside them. Estimates pool all levels by share; inverse-variance weighting stands beside it for comparison only.",
  skippableGuarantee: (told: { mechanism: string; epsilon: string; reports: string }) =>
    `By ${told.mechanism}, with epsilon ${told.epsilon} for this question, whether it was answered included; ${told.reports} reports.`,
  meanBounds: ({ low, high }: { low: string; high: string }) =>
    `Numbers count from ${low} to ${high}; one beyond counts as the nearest of these.`,
  meanMadeUp: ({ atOne, atFive }: { atOne: string; atFive: string }) =>
    `If 1 of 100 reports were made up, the mean could move by up to ${atOne}; 5 of 100: by ${atFive}.`,
  meanGuarantee: (told: { mechanism: string; epsilon: string; reports: string; error: string }) =>
    `By ${told.mechanism}, with epsilon ${told.epsilon} for this question; ${told.reports} reports; standard error of the mean ${told.error}.`,
  ranking: {
    first: ({ label, value, low, high }: { label: string; value: string; low: string; high: string }) =>
      `${label} stands first with a mean rank of ${value}; 95 % interval ${low} to ${high}`,
    open: ({ first, second }: { first: string; second: string }) =>
      `${first} or ${second} stands first: their mean ranks are too close to tell`,
    early: "Too early to tell the mean ranks",
    option: "Option",
    mean: "Mean rank",
    unknown: "not known",
    table: "Share of people who gave an option a rank, ± points at 95 %",
    note: "The mean rank is of those who ranked the option; 1 is the first. Each option is estimated from reports of its own, so the shares of a rank need not add up to 100 %.",
  },
  meanIn: (unit: string) => (unit === "" ? "Mean" : `Mean (${unit})`),
  meanByLevel: "Mean by level",
  quantiles: "Quantiles",
  quantileColumns: { share: "Share below", value: "Value", interval: "95 % interval" },
  meanColumns: { level: "Level", reports: "Reports", mean: "Mean", interval: "95 % interval" },
  noDistribution: "The reports do not settle a distribution; the mean stands.",
  unmeasured: "not measured",
};
