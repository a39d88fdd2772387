/** Exact figures of candidates for a release, and a release without them. */
export const exactFigures = {
  title: "Exact figures",
  none: "You may not see all rows that this plan is about, so nothing is worked out before a release is asked for: you choose a candidate by what it promises.",
  show: "Show exact figures of each candidate",
  showHint:
    "They are exact, without any noise. The people behind the data are then written down, at once and for good, as people of whom no privacy budget bounds any more what is known.",
  keep: "Keep the plan",
  candidate: "What is released promises",
  marked:
    "When you ask for the release, the people behind the data are written down as people of whom no privacy budget bounds any more what is known.",
  titlePlanned: "The plan is kept; choose what to release",
};
