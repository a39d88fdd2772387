type About = Readonly<Record<string, string>>;

/** What the verifier promises and finds, by its codes; `about` has each by name, and numbers as the language writes them. */
export const found = {
  promised: {
    rows: ({ promised }: About) => `${promised} rows`,
    suppressed: ({ promised }: About) => `${promised} rows say nothing (* alone)`,
    sorted: () => "rows are sorted, so that their order says nothing",
    shuffled: () => "rows are shuffled, so that their order says nothing",
    values: ({ column }: About) => `values of ${column} are of its hierarchy, intervals or sets`,
    one_to_one: () => "each row of the original is one row of the release",
    covers: ({ column }: About) => `${column} covers what was there before`,
    unchanged: ({ column }: About) => `${column} is unchanged`,
    columns: ({ wanted }: About) => `the columns are ${wanted}`,
    declared: ({ column }: About) => `values of ${column} are among those that its owner declared`,
    trusted: () => "a file that can be trusted",
  },
  found: {
    rows: ({ rows }: About) => `${rows} rows`,
    suppressed: ({ rows }: About) => `${rows} rows of * alone`,
    in_place: () => "each row is at its place",
    out_of_place: ({ line }: About) => `line ${line} belongs above the line before it`,
    columns: ({ columns }: About) => `${columns}`,
    formula: ({ line }: About) => `line ${line} begins like a formula, or holds a character that nobody sees`,
    known: () => "all are",
    alien: ({ line }: About) => `line ${line} is the first of another kind`,
    worst: ({ measured, rows, failing, classes }: About) =>
      `${measured} in the worst class, of ${rows} rows; ${failing} of ${classes} classes fail`,
    no_class: () => "there is no class: every row is suppressed",
    population_kept: () => "the owner keeps the population; nobody who lacks it can tell",
    needs_population: () => "the population was not there to compare with",
    figures_kept: () => "its owner keeps the figures, which are of the population",
    no_tree: () => "its hierarchy is not there, or lacks a value",
    no_order: () => "a value of the column is not in its order, or stands there twice",
    one_to_one: () => "it is",
    not_one_to_one: () => "a row is left out, stands twice, or is not there",
    everywhere: () => "in every row",
    needs_trees: () => "its hierarchy was not there to compare with",
    not_everywhere: ({ rows, line }: About) => `in ${rows} rows it does not, the first at line ${line}`,
    trace: () => "the original order shows",
    no_trace: () => "no trace of the original order",
    owner_alone: () => "only its owner can tell",
  },
};
