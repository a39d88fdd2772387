export const compared = {
  boxes: "Whether classes may lie over each other",
  boxesText:
    "The box of a class is all that a row of it could have been: ages 30-39 in Bern or Basel, say. Where boxes overlap, a coarse row also says what it is not: it would stand in the finer class if it fitted there. Whoever knows how the table was made may read finer values out of it than were written (downcoding by exclusion).",
  boxesLabel: "Boxes of classes",
  boxesNames: {
    overlapping: "may overlap: loses least",
    disjoint: "disjoint: nothing to exclude",
  },
  boxesCost: {
    overlapping: "Exact, and open to downcoding by exclusion.",
    disjoint:
      "Exclusion gains nothing. It costs five to six times the detail in our measurements (Adult, seven columns). That a box was not divided still tells that some part of it had few rows; a random number blurs how few. With a model on a sensitive column it may tell that a part did not hold that, and nothing blurs this.",
  },
  boxesFixed: "A population is compared with in disjoint boxes alone.",

  population: "Compared with a population",
  populationText:
    "k counts rows of this table, against somebody who knows who is in it. If nobody knows that, you may also ask how many people of a larger data set fit each class (k-map), or how likely it is that one of them is in the table (delta-presence).",
  populationLabel: "Everybody whom the rows could be about",
  noPopulation: "no population",
  notYours: "a data set that you may not anonymise",
  noneFits: "No other data set that you may anonymise has all the quasi-identifying columns under the same names.",
  populationNeeds:
    "It must hold everybody whom a row is about, one row a person; where it does not, nothing is tried. Recipients read its name and version in the promise. Its log says that it was compared with, and when the release leaves, its people get a note that no budget bounds what is known of them.",
  version: "Version",

  people: "k of k-map: people who fit a class",
  peopleHint: "Empty: not asked. With it, k of rows above may be empty.",
  presence: "Who is in the table (delta-presence)",
  presences: { "": "nothing asked", "delta-presence": "a chance from … to …" },
  least: "from",
  most: "to",
  fewest: "Fewest people of the population",
  journalist: "Greatest risk, knowing the population alone",
};
