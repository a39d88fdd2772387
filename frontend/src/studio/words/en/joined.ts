/** Rows of two tables that belong together by a key. */
export const joined = {
  title: "Make rows of two tables that belong together",
  text: "Households and their members, patients and their visits. A model of either table is learnt with noise, and new rows are drawn from both, with new keys that fit. Whoever has them learns hardly more than if a household had never been there with all its members, nor any one member.",
  begin: "Make rows of two tables",
  madeAt: (time: string) => `Rows of two tables of ${time}`,
  second: "Which table belongs to it?",
  secondText: (name: string) =>
    `Each row of ${name} is a parent; each row of the other table is a child and names its parent by a key. You need the right to make rows of both.`,
  secondLabel: "The children",
  choose: "Choose …",
  noneFits: "There is no other data set that is loaded, about other people, and yours to make rows of.",
  versionOf: (name: string) => `Version of ${name}`,
  ofVersions: (parents: string, number: number, children: string, other: number) =>
    `Version ${number} of ${parents}, and version ${other} of ${children}`,
  keyOf: (name: string) => `Key in ${name}`,
  noKey: (name: string) => `${name} has no key: a column that is declared as identifying, with text or whole numbers.`,
  keysText:
    "A parent counts if no other has its key, and a child if its parent counts. New keys are counted: made-1, made-2 and so on.",
  columnsOf: (name: string) => `What a row of ${name} is made of`,
  togetherIn: (name: string) => `What matters together in ${name}`,
  impossibleIn: (name: string) => `What cannot be in ${name}?`,
  context: "What children follow from",
  contextText:
    "Columns of the parents that say something of their children. Beyond these, children of one parent are no more alike than any others.",
  contextFault: "Choose 1 to 8 of them.",
  most: "Children that count, of each parent",
  mostHint: "Chance decides which. Noise grows with this number, so take few.",
  mostFault: "A whole number from 1 to 100.",
  rowsOf: (name: string) => `Rows of ${name} to assume`,
  offOf: (name: string, points: string) => `${name}: noise puts about ${points} of 100 rows elsewhere.`,
  mapOf: (name: string) => `Expected error of each two columns of ${name}`,
  mapText: (name: string) =>
    `${name}: of 100 rows, how many noise puts elsewhere. Each column alone on the diagonal, and each two columns.`,
  number: "number of children",
  ofParent: (name: string) => `${name} (of the parent)`,
  budgetOf: (name: string) => `Of the people of ${name}:`,
  experts: (epsilon: string, delta: string, rho: string, ofParent: string, ofChild: string) =>
    `Epsilon ${epsilon} and a delta of ${delta}. The ledger is charged rho ${rho} for both groups of people. A parent with all its children loses at most ${ofParent} of it, a child at most ${ofChild}.`,
  spendText: "The same plan again costs nothing, and so do more rows. Both groups of people are charged the same.",
  errors: (parents: string, children: string) =>
    `Rows of two tables: parents are off by about ${parents} in 100, children by ${children}`,
  guaranteed:
    "Whether a parent was in the data with all its children, or any one child, can hardly be told from these, whatever else somebody knows, now or later.",
  noInterval: (parents: string, children: string) =>
    `They stand for about ${parents} parents and ${children} children that count, numbers with noise in them. Do not work out confidence intervals or tests from them.`,
  notHandedOver: "They cannot be handed over as a release, which is one table.",
  measuredMapOf: (name: string) => `Measured error of each two columns of ${name}`,
  measuredParents: (name: string) =>
    `${name}: of 100 parents, how many stand elsewhere than among the true ones. Each column alone on the diagonal, and each two; one of them is how many children a parent has.`,
  measuredChildren: (name: string) =>
    `${name}: of 100 children, how many stand elsewhere than among the true ones, by their own columns and all those of their parent.`,
  ofTable: (name: string, text: string) => `${name}: ${text}`,
  siblings: "How alike siblings are",
  siblingsText:
    "Of 100 parents with several children, how many have two who go together otherwise than the true ones do. The rows draw each child by itself, so where siblings are alike beyond what children follow from, this is large.",
  expertsOfReport: (epsilon: string, delta: string, rho: string, ofParent: string, ofChild: string) =>
    `Epsilon ${epsilon} and a delta of ${delta}, beside those of the rows; the ledger is charged rho ${rho} for both groups of people. A parent with all its children loses at most ${ofParent} of it, a child at most ${ofChild}. Tables of parents, of children with their parents, and of two siblings that are drawn of each parent, with discrete Gaussian noise.`,
  takeText: "An archive of both tables and a card that says what is promised of them.",
  parentsToTake: "How many parents",
  forms: { csv: "Both as CSV files", parquet: "Both as Parquet files" },
  parents: (many: number) => (many === 1 ? "One parent" : `${many} parents`),
  children: (many: number) => (many === 1 ? "One child of theirs" : `${many} children of theirs`),
};
