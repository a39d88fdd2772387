export const attacks = {
  link: "Attack room",
  title: "k-anonymity answers one of seven attacks, and two are answered by no model of one table",
  text: (people: string) =>
    `Seven published attacks are played out on releases of a public sample of the census of 1994. ${people} people are drawn from it, and the attacker tries those of whom he is surest.`,
  legend:
    "A dot is the share of the attacked people of whom he was right, with 50, 80 and 95 % intervals. The line is what he gets right without the release.",
  needs: "What it needs",
  answers: "What answers it",
  nothing: "nothing promised",
  promised: (share: string) => `promised: at most ${share}`,
  heard: (release: string, success: string, without: string) =>
    `${release}: right of ${success}, without the release of ${without}`,
  table: "The same as a table",
  tableOf: (attack: string) => `${attack}, as a table`,
  columns: {
    release: "Against",
    people: "People",
    success: "Right",
    without: "Without the release",
    advantage: "Advantage, points",
    error: "Standard error, points",
    promised: "Promised at most",
  },
  names: {
    linkage: "Linkage",
    homogeneity: "Homogeneity",
    "background-knowledge": "Background knowledge",
    skewness: "Skewness",
    similarity: "Similarity",
    intersection: "Intersection of two releases",
    downcoding: "Downcoding",
  },
  about: {
    linkage: {
      does: "He looks for the row of a person among those that fit, and takes one.",
      needs: "Age, years of school, marital status, race and sex of a person.",
      answers: "k-anonymity: at least k rows fit.",
    },
    homogeneity: {
      does: "He finds no row, and needs none: all rows that fit say the same. Counted are people whose income is certain.",
      needs: "The same five things.",
      answers: "Any l-diversity of 2 or more. k-anonymity does not.",
    },
    "background-knowledge": {
      does: "He rules one occupation out and names the commonest that is left.",
      needs: "The five things, and one occupation that the person does not have.",
      answers: "Recursive (c, l)-diversity, for up to l - 2 values ruled out. Counting different values does not.",
    },
    skewness: {
      does: "He accuses people of a rare occupation where it is least rare.",
      needs: "The five things of many people.",
      answers: "t-closeness with an equal distance, or beta-likeness. Diversity does not.",
    },
    similarity: {
      does: "The occupations of a class differ and are of one kind; he names the kind.",
      needs: "The five things, and which occupations are alike.",
      answers: "t-closeness with an equal distance bounds every group of values too. Diversity does not.",
    },
    intersection: {
      does: "He looks for rows that fit a person in two releases of the same people.",
      needs: "Two releases, each safe alone, or a colleague who has the other.",
      answers: "No model of one table. One frozen release does, of which each recipient has some columns.",
    },
    downcoding: {
      does: "He knows how the release was made. A row that was left coarse has none of the values that were released before, so he names its exact values more often. The line is without that.",
      needs: "The program that made the release.",
      answers:
        "No model. Disjoint boxes, or one level for a whole column, leave this form of it nothing; only differential privacy is proven.",
    },
  },
  releases: {
    bare: "The table itself",
    k: "5-anonymous",
    "k-diverse": "5-anonymous and diverse",
    "k-recursive": "5-anonymous, recursive (2, 3)-diverse",
    "k-close": "5-anonymous and 0.2-close",
    one: "The first of two releases, alone",
    two: "Two releases, 5-anonymous each",
    frozen: "Two parts of one frozen release",
    minimal: "Minimal local recoding",
    lending: "DataHub's, which lends rows",
    disjoint: "DataHub's, in disjoint boxes",
    "one-level": "One level for each column",
  },
};
