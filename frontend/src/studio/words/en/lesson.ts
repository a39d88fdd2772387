/** Why rows that look made up can still tell of somebody. `share` and `bound` come as the language writes them. */
export const lesson = {
  link: "Why rows that look made up can still tell of somebody",
  title: "Rows that look made up can still tell of somebody: only noise made for one row hides one row",
  noGuarantee: "No guarantee.",
  noGuaranteeText:
    "The algorithm of a textbook is shown here to learn from. Its authors call its rows private; they are not, whatever its epsilon says. DataHub cannot run it: this page makes no rows, reads no data set and spends no budget. Its figures were worked out beforehand, on public and made-up people.",
  makers: {
    real: "The real rows",
    coded: "Published, as its code has it",
    described: "Published, as its text has it",
    ours: "DataHub’s, with a guarantee",
  },
  looks: (share: string, real: string) =>
    `What it makes looks good: ${share} predicted rightly, ${real} from the real rows`,
  looksText: (people: string, epsilon: string) =>
    `Rows are made of ${people} people of a public study of diabetes, with epsilon ${epsilon}. From them one learns to predict who has diabetes, and tries it on other people. The code does nearly as well as the real rows, because it adds next to no noise. That rows are useful says nothing of whom they give away.`,
  looksLegend: "A dot is the share of people predicted rightly, with 50, 80 and 95 % intervals over ten repetitions.",
  looksTable: "Predicted rightly, as a table",
  heard: (maker: string, share: string) => `${maker}: ${share} predicted rightly`,
  maker: "Rows",
  right: "Predicted rightly",
  error: "Standard error, points",
  copied: (people: string, of: string) =>
    `The last column is no noise at all: ${people} of ${of} ages came out as they went in`,
  copiedText:
    "The published code leaves out the last column when it draws, and hands on the real one. Here are five people of the public study. Blood sugar was made anew, and the age beside it is their own.",
  copiedOthers: (described: string, ours: string) =>
    `As its text has it ${described} ages came out so, from DataHub’s model ${ours}. But the text copies something too: the class of each person.`,
  person: "Person",
  columns: {
    realFirst: "Blood sugar, real",
    madeFirst: "Blood sugar, made",
    realLast: "Age, real",
    madeLast: "Age, “made”",
  },
  grows: (bound: string, runs: string, claimed: string) =>
    `It tells more with every look: at least ${bound} after ${runs} runs, where ${claimed} is claimed`,
  growsText:
    "Rows of twenty made-up people are drawn many times: with one of them as they are, and with somebody else in their place. Whoever knows both guesses which it was. How often the guess is right proves what epsilon was spent at least. For the published algorithm that has no end, because what is copied is told apart in every run.",
  acquits:
    "A low bound acquits nobody. That DataHub’s stays at the bottom says only that nothing was found; what holds for every table is its proof.",
  chance: (error: string) => `The chance that any of these bounds is wrong is ${error}.`,
  axisEpsilon: "Epsilon shown at least",
  axisRuns: "Runs of either side",
  claimed: "claimed",
  chart: "Lower bounds of epsilon by the number of runs",
  spoken: (maker: string, bound: string, runs: string) => `${maker}: ${bound} after ${runs} runs`,
  growsTable: "The bounds, as a table",
  runs: "Runs",
  provable: "What would make it provable: noise for whatever one row can change",
  steps: [
    {
      does: "Declare the bounds.",
      why: "The published algorithm takes the smallest and the largest number from the rows. Whoever has the largest has told it.",
    },
    {
      does: "Fix the groups before anybody is looked at.",
      why: "It looks for groups of similar people among the rows, so that one person moves many groups at once, much further than its noise is for.",
    },
    {
      does: "Add as much noise as one row can change.",
      why: "Its code divides the noise once more by the number of rows. DataHub’s model shortens each row to a declared length and adds noise for that length.",
    },
    {
      does: "Copy nothing.",
      why: "Every column, the class of each row and how many there are come from noisy figures alone.",
    },
    {
      does: "Charge it once.",
      why: "The noisy figures are drawn once and paid for. Any number of rows drawn from them tells no more.",
    },
  ],
  more: "Other attacks, on tables that are anonymised",
};
