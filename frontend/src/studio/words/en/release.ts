import { quoted } from "../quoted";

/** What has to be said anew of what the server says in English: nothing. */
const asTheServerSays: Readonly<Record<string, string>> = {};

export const release = {
  titles: {
    making: (title: string) => `“${title}” is being made`,
    failed: (title: string) => `“${title}” could not be made`,
    blocked: (title: string) => `“${title}” was stopped: its file does not keep a promise`,
    waiting: (title: string) => `“${title}” waits for a second person`,
    refused: (title: string) => `A second person refused “${title}”`,
    released: (title: string) => `“${title}” is released`,
    withdrawn: (title: string) => `“${title}” is withdrawn`,
  },
  titleToDecide: "Is this release safe and useful enough?",
  toDataSet: "To the data set",
  of: (version: number, rows: string) => `Version ${version} of the data, ${rows} rows`,
  ofVersion: (version: number) => `Version ${version} of the data`,
  forEverybody: "for everybody who is signed in",
  forRecipients: "for named recipients",
  since: (day: string) => `released on ${day}`,
  withdrawnOn: (day: string) => `withdrawn on ${day}`,
  notes: {
    "": "It waits for a worker.",
    reading: "The rows are read.",
    trying: "Candidates are tried.",
    making: "Rows are made coarser until they look alike.",
    comparing: "It is compared with what was released about these people before.",
    verifying: "The written file is checked by a program that shares nothing with its maker.",
    sealing: "The file is sealed.",
  },
  steps: (done: string, total: string) => `${done} of ${total}`,
  mayClose: "You may close this page: the work goes on.",
  failedNext:
    "Nothing was written. Ask for candidates again, with other columns or models, or tell whoever runs the server.",
  again: "Ask for it again",
  againGone:
    "It cannot be asked for again: the anonymisation that it was to be made of has been thrown away, with its plan and candidates.",
  failedUnknown: "The work ended before its time.",
  blockedText:
    "Nothing left. The file was written in memory, checked by a program that shares nothing with its maker, and thrown away. This is a fault of DataHub: tell whoever runs the server, and send the report.",
  refusedText: "Nothing left, and the file is destroyed.",
  withdrawnText:
    "Nobody gets it any more, and its key is destroyed. Whoever has it, has it: it still counts beside later releases.",
  saidBy: (day: string) => `On ${day} a second person said:`,
  saidNothing: "No reason was written.",
  approvedOn: (day: string) => `A second person approved it on ${day}.`,

  promised: "What is promised",
  neverAnonymous:
    "Rows that look alike in these columns are a class. This is said of the table alone, and it is not “anonymous”.",
  notPromised: "What is not promised",
  notPromisedSaid: asTheServerSays,
  about: "About it",
  licence: "Licence",
  citation: "To be cited as",
  columnsOf: { quasi: "Made coarser", sensitive: "Sensitive, as it was", insensitive: "As it was" },
  column: "Column",

  riskTitle: (share: string) => `A person’s row is found with a chance of ${share} at most`,
  figuresOfWhole:
    "Risk and loss were counted over all columns, and are for those who have them all. What is promised of your part stands above.",
  riskTitleNone: "Nobody is told of: every row is suppressed",
  riskText:
    "For somebody who knows that a person is in the table, and the columns that were made coarser. The dot is the release; the stroke is the rows as they were.",
  riskPopulation: (name: string, fewest: string, most: string) =>
    `For somebody who knows ${quoted(name)} alone, and not who is in the table, at least ${fewest} people fit each class: the likeliest row is found with a chance of ${most}.`,
  riskTextAlone: "For somebody who knows that a person is in the table, and the columns that were made coarser.",
  riskChart: "Risk before and after",
  measure: "Measure",
  after: "After",
  before: "Before",
  risks: {
    greatest: "Chance for the row most at risk",
    mean: "Chance in the mean of all rows",
    above: (threshold: string) => `Rows with a chance above ${threshold}`,
    unique: "Rows that are alone in their class",
  },
  moved: (after: string, before: string) => `${after}; before ${before}`,
  sensitiveTitle: (column: string, share: string) =>
    `Guessing ${column} from the class is right for ${share} of the rows`,
  sensitiveTitleNone: "No column is sensitive",
  sensitiveText:
    "For somebody who finds the class of a person, and guesses its commonest value. The stroke is the same guess without the release.",
  sensitiveChart: "How often a guess is right",
  sensitiveColumns: {
    column: "Sensitive column",
    homogeneous: "Classes of one value",
    rows: "Rows in them",
    gain: "Greatest gain",
  },
  gainText:
    "In a class of one value everybody who is found has no secret left. The gain is by how many points one value gets likelier at most by knowing the class.",
  points: (points: string) => `${points} points`,
  utilityTitle: (share: string) => `${share} of what the coarser columns could say is lost`,
  utilityText:
    "The global certainty penalty (GCP): 0 if every value is as it was, 100 % if each is *. Longer bars lose more.",
  lossChart: "Loss of each column",
  loss: "Loss",
  utilityFacts: {
    classes: "Classes",
    smallest: "Rows in the smallest",
    average: "Mean size, in k",
    discernibility: "Discernibility",
    suppressed: "Suppressed rows",
  },
  verified: {
    all: (count: number) =>
      count === 1 ? "The one check of the written file holds" : `All ${count} checks of the written file hold`,
    some: (fails: number, count: number) => `${fails} of ${count} checks of the written file do not hold`,
    text: "Another program read the file as it is written, and recomputed every promise. It shares no code with what made it.",
    promise: "Promise",
    outcome: "Outcome",
    observation: "Found",
    outcomes: { holds: "holds", fails: "fails", "not checked": "not checked" },
  },
  print: "Print, or save as PDF",
  reportJson: "Report (JSON)",

  judge: {
    title: "Approve it, or refuse?",
    text: "You look at it as the second person. Once it has left, no budget bounds any more what is known of these people.",
    own: "You made it, so somebody else has to look at it: an owner of the data set, or whoever may release it. Send them the address of this page.",
    others: "Somebody who may release the data set has to look at it.",
    reason: "Reason",
    reasonHint: "It is kept with the release. To refuse, say why.",
    approve: "Approve the release",
    refuse: "Refuse it",
    needsReason: "Say why, so that the next one can be better.",
  },

  take: {
    title: "Download",
    csv: "Table (CSV)",
    parquet: "Table (Parquet)",
    card: "Card (JSON)",
    cardParquet: "Card of the Parquet file",
    verifier: "Verifier (Python)",
    check: "Check it yourself",
    checkText:
      "The card says what is promised of the CSV file. The verifier is one file of Python that reads both and recomputes every promise; it needs no DataHub and no network.",
    command: "In the folder of the three files:",
    copy: "Copy the command",
    exit: "It ends with status 0 only if everything that is promised holds.",
  },

  recipients: {
    title: (count: number) =>
      count === 0 ? "Nobody has been named yet" : count === 1 ? "1 person may have it" : `${count} people may have it`,
    text: "People with an account. Fewer columns for some of them is how to give it to several: a second release of the same people is mostly refused.",
    person: "Person",
    choose: "Choose …",
    part: "Columns",
    all: "all columns",
    fewer: "Fewer columns",
    until: "Until",
    untilHint: "Leave it empty for no end.",
    always: "no end",
    give: "Give it",
    take: "Take it back",
    takeOf: (name: string) => `Take it back from ${name}`,
    takeTitle: (name: string) => `Take the release back from ${name}?`,
    takeText: "From now on they cannot download it. What they downloaded stays with them.",
    nobody: "There are no colleagues of yours to give it to. Found an organisation on the page “People” first.",
    waits: "They get it once it is released.",
    needsQuasi: "Keep at least one column that was made coarser: without one nothing is promised.",
  },

  links: {
    title: (count: number) =>
      count === 0 ? "No link leads to it" : count === 1 ? "1 link leads to it" : `${count} links lead to it`,
    text: "Whoever has a link has the table until the link ends, without an account.",
    until: "Until",
    untilHint: "At most 30 days ahead.",
    make: "Make a link",
    newLink: "Copy the link now: it is shown this once.",
    madeText: "DataHub keeps a fingerprint of its secret alone. The part behind # is sent to no server by itself.",
    copy: "Copy the link",
    state: "State",
    open: (day: string) => `until ${day}`,
    ended: (day: string) => `ended on ${day}`,
    revoked: (day: string) => `revoked on ${day}`,
    since: "Made",
    used: "Table taken",
    times: (count: number) => (count === 1 ? "once" : `${count} times`),
    revoke: "Revoke",
    revokeOf: (day: string) => `Revoke the link made on ${day}`,
    revokeTitle: "Revoke this link?",
    revokeText: "From now on it leads nowhere. Whoever has the table, has it.",
    waits: "Links can be made once it is released.",
  },

  withdraw: {
    title: "Withdraw the release",
    button: "Withdraw it",
    ask: (title: string) => `Withdraw “${title}”?`,
    text: "Nobody gets it any more: recipients and links lead nowhere, and its key is destroyed. That cannot be undone. Whoever has the table has it, so it still counts beside later releases.",
  },

  link: {
    titleNone: "A table that somebody gives you",
    noSecret: "The address has no secret behind #. Open the whole link that you were sent.",
    over: "This link leads nowhere any more: it has expired, was revoked, or the table was withdrawn. Ask whoever sent it for a new one.",
    rows: (rows: string) => `${rows} rows`,
    rowsSuppressed: (rows: string, suppressed: string) => `${rows} rows; of ${suppressed} of them nothing is told`,
    table: "The table",
    neverAsked: "Nobody is asked who you are. How often the table is taken is counted, and by whom is not known.",
    unnamed: "A table without a title",
    guarantee: (models: string, columns: string) => `${models} over {${columns}}`,
    models: {
      "k-anonymity": ({ k }: Record<string, string>) => `${k}-anonymous`,
      "k-map": ({ k, against }: Record<string, string>) =>
        against ? `${k}-map against ${quoted(against)}` : `${k}-map`,
      "delta-presence": ({ least, most, against }: Record<string, string>) =>
        against ? `(${least}, ${most})-present against ${quoted(against)}` : `(${least}, ${most})-present`,
      "distinct-l-diversity": ({ l, column }: Record<string, string>) => `${l}-diverse in ${column}`,
      "entropy-l-diversity": ({ l, column }: Record<string, string>) => `entropy ${l}-diverse in ${column}`,
      "recursive-cl-diversity": ({ c, l, column }: Record<string, string>) =>
        `recursive (${c}, ${l})-diverse in ${column}`,
      "t-closeness": ({ t, column, distance }: Record<string, string>) => `${t}-close in ${column} (${distance})`,
      "basic-beta-likeness": ({ beta, column }: Record<string, string>) => `basic ${beta}-like in ${column}`,
      "enhanced-beta-likeness": ({ beta, column }: Record<string, string>) => `enhanced ${beta}-like in ${column}`,
    },
  },
};
