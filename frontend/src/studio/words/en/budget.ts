export const budget = {
  link: "Budget",
  peopleOf: (name: string) => `The people behind “${name}”`,
  titleNone: "No budget is set, so nothing can be asked",
  titleUnbounded: "No bound holds any more for these people",
  titleAsked: "You have asked nothing yet",
  titleLeft: (share: string) => `${share} of the budget is left`,
  more: (questions: number) =>
    questions === 0
      ? "There is no room for another question like your last"
      : questions === 1
        ? "There is room for one more question like your last"
        : `About ${questions} more questions like your last`,
  moreThan: (questions: number) => `More than ${questions} more questions like your last`,
  text: "Each answer tells a little about every person behind it. The budget says how much may be told in all. What is spent never comes back, and when it is spent, nobody learns more.",
  noneOwner: "Say below how much may be learned about these people. Until then every question is refused.",
  noneUser: "Whoever looks after the data has not said yet how much may be learned about these people. Ask them.",
  nothingOfYours: "You have asked nothing yet, so nothing is on your account.",
  example:
    "For example: “20 Nov 2026, Mai Lin, make synthetic data: rows of one table, spent, 4.3\u202f% of the budget”.",
  accounts: "What is left",
  everybody: "Everybody together",
  kinds: { people: "", analyst: "asks", project: "project", role: "role" },
  left: (share: string) => `${share} left`,
  noLimit: "no limit of its own",
  legend:
    "Length is price. Solid is spent, hatched is set aside, the line is what is left, the stroke at its end the limit.",
  legendSteps: "Each mark on the line is one more question like your last.",
  legendAxis:
    "Below it: how sure somebody can be at most that one person is in the data, if they have seen all that the line counts and held both for equally likely before.",
  promise: (now: string, limit: string) =>
    `So far, nobody who has seen every answer can be more than ${now} sure that any one person is in the data, if they held both for equally likely before. When all is spent, nobody can be more than ${limit} sure.`,
  stillCounts: "What is left still limits what noisy answers add. It no longer limits what somebody can know.",
  unbounded: "Something left without a bound",
  unboundedText:
    "Something about these people left without noise. Together with it no bound holds, whatever is left below.",
  asNumbers: "The accounts as numbers",
  experts:
    "Prices are rho of zero-concentrated differential privacy, as exact decimals, because they add however the next question is chosen. A sum is worth an epsilon at a delta; it grows more slowly than the sum.",
  columns: {
    account: "Account",
    limit: "Limit",
    spent: "Spent",
    reserved: "Set aside",
    left: "Left",
    worth: "Spent is worth",
    when: "When",
    who: "Who",
    what: "What",
    state: "State",
    price: "Price",
    rho: "Price (rho)",
  },
  worth: (epsilon: string, delta: string) => `epsilon ${epsilon} at delta ${delta}`,
  thresholds: (name: string, spent: string, limit: string) =>
    `${name}: of a chance of ${limit} for showing only large groups, ${spent} is spent.`,
  pure: (name: string, spent: string, limit: string) =>
    `${name}: pure epsilon is promised; ${spent} of ${limit} is spent.`,
  setFirst: "Set a budget",
  change: "Change a limit",
  whose: "Whose",
  howSure: "How sure may somebody become at most?",
  howSureHint:
    "That one person is in the data, if they held both for equally likely before, from all answers together.",
  promiseOf: (sure: string, strength: string) => `${sure}: ${strength}`,
  strengths: { "0.5": "very strong", "1": "strong", "2": "fair", "4": "usual in practice, weak for one person" },
  asNow: (sure: string) => `${sure}: as it is now`,
  ownNumber: "another epsilon",
  epsilon: "Epsilon",
  delta: "Chance for thresholds (delta)",
  deltaHint: "In all, for showing only groups above a threshold.",
  promisePure: "Promise pure epsilon as well",
  promisePureHint: "Gaussian noise and thresholds are refused then.",
  limitInRho: (rho: string, delta: string) => `The limit is rho ${rho} and delta ${delta}.`,
  noNumber: (most: number) => `Type a number above 0, at most ${most}.`,
  share: "How much of it",
  shareHint: "The budget of all people still counts for everybody.",
  partOf: (share: string) => `at most ${share} of the budget`,
  noLimitOfOwn: "no limit of their own",
  roomFor: (questions: number) =>
    questions === 0
      ? "No room for another question like the last one."
      : questions === 1
        ? "Room for one more question like the last one."
        : `Room for about ${questions} more questions like the last one.`,
  verdicts: {
    first: "From then on, questions can be asked.",
    same: "This is the limit that stands.",
    stronger: "This is less than now: the promise to the people becomes stronger.",
    weaker: "This is more than now: the promise to the people becomes weaker.",
    below: "More than this is spent or set aside already. What was learned stays learned.",
  },
  ofShare: "The promise to the people stays as it is; only their share of it changes.",
  set: "Set this limit",
  setTitle: "Set this limit?",
  setNow: "Set it",
  setPromise: (sure: string) =>
    `Nobody who sees every answer may become more than ${sure} sure that any one person is in the data, if they held both for equally likely before; except with a chance of one in a million.`,
  setShare: (name: string, share: string | null) =>
    share === null ? `${name} may use the whole budget.` : `${name} may use ${share} of the budget.`,
  logged: "It counts at once, and the log keeps who set it.",
  uses: "What was asked",
  usesMine: "What you asked",
  noUses: "Nothing was asked yet.",
  deedOf: (deed: string, note: string) => `${deed}: ${note}`,
  deedFor: (deed: string, purpose: string) => `${deed}, for ${purpose}`,
  notes: {
    "synthetic rows": "rows of one table",
    "rows of two tables": "rows of two tables",
    "how good synthetic rows are": "how good the rows are",
    "charged again from the journal": "charged again, from the journal",
  },
  aRelease: "A release of anonymised rows",
  states: {
    reserved: "set aside",
    executing: "running; counts as spent",
    committed: "spent",
    released: "given back: no data were read",
  },
  again: "a stored answer: it cost the people nothing",
  ofBudget: (share: string) => `${share} of the budget`,
  inRho: (rho: string) => `rho ${rho}`,
  pricesAsNumbers: "The prices as numbers",
};
