export const synthetic = {
  title: "Synthetic data: new rows that look like these",
  text: "A model of the rows is learnt with noise, and new rows are drawn from it. Whoever has them learns hardly more of a person than if that person's row had never been there. They are for trying out programs and for teaching: no confidence interval that is worked out from them is right.",
  begin: "Make synthetic data",
  list: "Synthetic data",
  none: "None yet. What they would be worth is shown before anything is spent.",
  madeAt: (time: string) => `Rows of ${time}`,
  all: "All releases of this data set",

  engine: "How rows are made",
  engines: {
    marginals: {
      name: "From tables of any columns",
      text: "Choices, numbers and days, cut into parts. What goes together is kept for the pairs that show above the noise.",
    },
    gaussian: {
      name: "From means and spreads of numbers",
      text: "Numbers and days that are roughly bell-shaped, written to their last decimal. Means, spreads and correlations are kept, and nothing else.",
    },
    aim: {
      name: "From tables that OpenDP's AIM chooses",
      text: (hours: number) =>
        `The same kinds of columns, by another program. It takes minutes to hours, ${hours} at most, and in our measurements its rows were no better: for comparing.`,
    },
  },
  noNumbers:
    "No column here is a number or a day of which its owner declared that it is never missing, so none can be made this way.",
  version: "Version of the data",
  versionOf: (number: string, day: string) => `${number}, loaded on ${day}`,
  columns: "What a row is made of",
  numbersText:
    "Numbers and days between the bounds that their owner declared. A row beyond a bound counts as the bound. What may be missing has no place among numbers.",
  within: (low: string, high: string) => `${low} to ${high}`,
  below: (low: string, next: string) => `${low} to below ${next}`,
  isChoice: "A choice: it can divide the rows, below.",
  mayLack: "May be missing, as its owner declared: it can divide the rows, below.",
  divides: "Divides the rows: ",
  divided: "What divides the rows?",
  dividedText:
    "Each value of this column has means and spreads of its own: 64 values at most. Of values that few rows have, noise leaves nothing.",
  undivided: "Nothing",
  groups: "Which numbers go together",
  groupsText:
    "Correlations are kept between all numbers, unless you name some: then those of a group are kept, and each other number stands by itself.",
  groupsFault: "A number stands in two groups. It can go with those of one.",
  addNumbers: "Name numbers that go together",
  columnsText:
    "Values come from what the owner declared, never from the rows. Fewer columns with fewer values each are more exact for the same budget. Columns that identify people and free text are never made.",
  noColumns: "None of its columns has declared values, so there is nothing that rows could be made of.",
  missing: "missing",
  andMore: (count: number) => `${count} more`,
  bins: "Cut into",
  binsOf: (name: string) => `Into how many parts ${name} is cut`,
  binsFault: "A whole number from 1 to 1000.",

  together: "What matters together",
  togetherText:
    "Every two columns are looked at. Name those that you will look at together, and more of the budget goes there.",
  addGroup: "Name columns that matter together",
  columnOfGroup: (group: number, place: number) => `Column ${place} of group ${group}`,
  choose: "Choose …",
  oneMore: "One more column",
  oneMoreOf: (group: number) => `One more column in group ${group}`,
  remove: "Remove",
  removeOf: (group: number) => `Remove group ${group}`,
  impossible: "What cannot be?",
  impossibleText:
    "Combinations of values that nobody can have, such as a child who is married. No row will have one, and the model need not learn it. The data are not looked at for this.",
  addRule: "Add a combination that cannot be",
  columnOfRule: (rule: number, place: number) => `Column ${place} of combination ${rule}`,
  valuesOf: (rule: number, column: string) => `Combination ${rule}: values of ${column}`,
  cutOtherwise: (column: string) =>
    `${column} is cut otherwise than declared, so its values are not known here. Empty its number of intervals to choose some.`,
  oneMoreOfRule: (rule: number) => `One more column in combination ${rule}`,
  removeRule: (rule: number) => `Remove combination ${rule}`,
  notWhole: "Left out as long as a column has no value chosen, or stands here twice.",
  target: "What will you predict?",
  targetHint: "It is measured beside every other column.",
  noTarget: "Nothing in particular",

  exactness: "How exact, and for how much",
  exactnessText: "Nothing is read for what you see here, and nothing is spent.",
  workingOut: "Being worked out …",
  rows: "Rows to assume",
  rowsHint: "How many there are is not told. The more there are, the less noise matters.",
  rowsFault: "A whole number above 0.",
  slider: "Exactness",
  step: (place: number, of: number) => `Step ${place} of ${of}`,
  cheaper: "costs less",
  moreExact: "is more exact",
  and: " and ",
  eachOff: (points: string) => `Noise puts about ${points} of 100 rows elsewhere in each column.`,
  pairsOff: (points: string, worst: string, most: string) =>
    `Noise puts about ${points} of 100 rows elsewhere in a table of two columns; in ${worst}, the least exact, ${most}.`,
  notForetold:
    "How far noise will put rows off is not forecast: this program decides by what it finds what it measures. It is told afterwards.",
  meansOff: (part: string) => `Noise puts the mean of a number off by about ${part} of the way between its bounds.`,
  meansOffInClass: (part: string, rows: string) =>
    `Noise puts the mean of a number off by about ${part} of the way between its bounds, in a class of ${rows} rows.`,
  allHidden: (rows: string) =>
    `Noise hides everything: fewer than ${rows} rows in a class are not told from none. Choose more exact rows, or divide them less.`,
  momentsText:
    "How far noise puts the mean of a class off at most, 19 times of 20. It is drawn in the middle of the bounds and hatched: where the mean lies is not told here.",
  momentsTable: "Expected error of each number",
  class: "Class",
  classOf: (value: string, rows: string) => `${value}, about ${rows} rows`,
  number: "Number",
  meanOff: "Mean off",
  betweenBounds: "Between its bounds",
  spreadTold: "Least spread that is told from none",
  giveOrTake: (error: string) => `± ${error}`,
  days: "days",
  correlation: (names: string, least: string) =>
    `Of ${names}, correlations below about ${least} are not told from none, where numbers fill their bounds; of narrower ones, larger ones are not.`,
  noCorrelationOf: (names: string) => `Of ${names}, noise hides all correlations.`,
  noCorrelation: "No two numbers go together: none is kept.",
  hiddenClass: "Noise hides how many rows there are: their numbers are spread evenly between the bounds.",
  hidden: (column: string, values: string) =>
    `Noise hides the rows with these values of ${column}: ${values}. Their numbers are spread evenly between the bounds.`,
  notKept:
    "This is the error of noise alone. Means, spreads and correlations are all that is kept: skewed numbers come out symmetric, and end at their bounds.",
  noLimit: "No budget is set for these people yet, so nothing can be spent. Their owner sets one.",
  takes: (part: string) => `It takes ${part} of the budget that is left.`,
  tooMuch: "This is more than is left of the budget. Choose less exact rows, or ask the owner for more.",
  heatMap: "Expected error of each two columns",
  heatMapText: "Of 100 rows, how many noise puts elsewhere: each column alone on the diagonal, and each two columns.",
  notTold: "–",
  noiseAlone:
    "This is the error of noise alone. Tables of two columns that the model does not measure are off by what it assumes instead, which nobody knows beforehand: they stand as a dash.",
  experts: (epsilon: string, delta: string, rho: string) =>
    `Epsilon ${epsilon} and a delta of ${delta} for one row that is added or removed; the ledger is charged rho ${rho}. Marginals are chosen and measured with discrete Gaussian noise, and a junction tree is fitted to them.`,
  expertsOfMoments: (epsilon: string, delta: string, rho: string) =>
    `Epsilon ${epsilon} and a delta of ${delta} for one row that is added or removed; the ledger is charged rho ${rho}. Count, sums and second moments of each class are released once with discrete Gaussian noise, and normal distributions follow from them.`,
  oneInABillion: "one in a billion",
  spend: "Spend this and make them",
  asking: "Setting the budget aside …",
  spendText: "The same plan again costs nothing, and so do more rows of the same model.",

  states: {
    queued: "The rows wait for a worker",
    running: "The rows are being made",
    done: "The rows were made",
    failed: "The rows could not be made",
    cancelled: "The rows were called off",
  },
  notes: {
    reading: "The data set is being read",
    fitting: "The model is being fitted",
    sealing: "The model is being sealed",
  },
  callOff: "Call it off",
  madePairs: (points: string) => `Synthetic data: tables of two columns are off by about ${points} in 100`,
  madeAlone: (points: string) => `Synthetic data: each column is off by about ${points} in 100`,
  madeMoments: (part: string) => `Synthetic data: means are off by about ${part} of the way between their bounds`,
  madeHidden: "Synthetic data: noise hides all but the bounds",
  guaranteed:
    "Whether any one row was in the data can hardly be told from these, whatever else somebody knows, now or later.",
  noInterval: (rows: string) =>
    `They stand for about ${rows} rows, a number with noise in it. Do not work out confidence intervals or tests from them: there are fewer facts in them than rows.`,
  firstRows: (rows: number) => (rows === 1 ? "One row of them" : `${rows} rows of them`),
  rowsText: "Synthetic data: drawn from the model. No row is a person.",
  rowsTable: "Rows drawn from the model",
  files: "Take them with you",
  filesText: "As many as you like: more rows of the same model cost nothing, and the same number gives the same rows.",
  rowsToTake: "How many rows",
  rowsToTakeFault: (most: string) => `A whole number from 1 to ${most}.`,
  forms: {
    zip: { name: "Rows and data card", text: "A ZIP archive with a CSV file, and what is promised of it." },
    csv: { name: "CSV file", text: "The rows alone." },
    parquet: { name: "Parquet file", text: "With types, and the data card in the file." },
  },
  changePlan: "Change the plan",
  throwAway: "Throw away",
  throwAwayTitle: "Throw these rows away?",
  throwAwayText: "What was spent stays spent. Releases that were made of them stay.",
};
