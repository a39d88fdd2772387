type About = Readonly<Record<string, string>>;

/** Why a plan or a candidate cannot be, by codes of the API; `about` has what each names. */
export const why = {
  no_role: ({ column }: About) => `${column} has no role. Every column needs one.`,
  no_column: () => "This is no column of the version.",
  twice: ({ column, times }: About) => `${column} stands here ${times} times.`,
  quasi: ({ many, most }: About) => `${many} columns are quasi-identifying; from 1 to ${most} can be.`,
  weights: () => "All weights are 0; at least one is more.",
  declared: ({ column, declared, role }: About) =>
    `${column} is declared ${declared}; it cannot be released as ${role}.`,
  no_hierarchy: ({ column }: About) => `${column} is quasi-identifying and has no hierarchy.`,
  takes_none: ({ column, role }: About) => `${column} is ${role} and takes no hierarchy.`,
  missing: ({ missing, column }: About) =>
    `“${missing}” is a value of ${column}. Choose another text for what is missing.`,
  formula: ({ column }: About) =>
    `The name “${column}” begins like a formula or holds a control character. A spreadsheet program would run it, so no release has it: leave the column out, or load a file and declare the column with another name.`,
  control: ({ column, value }: About) =>
    `“${value}” of ${column} holds a control character, such as a line feed or a tab, which no release holds: leave the column out, or load a file with another word.`,
  no_k: () => "Every candidate needs k, or a k of k-map.",
  nothing_compares: () => "No candidate compares with it. Give one a k of k-map, or a range of delta-presence.",
  needs_population: ({ model }: About) => `${model} compares with a population. Name one.`,
  needs_disjoint: ({ model }: About) => `${model} needs disjoint boxes.`,
  k_above_rows: ({ k, rows }: About) => `k is ${k} and the version has ${rows} rows; no class can be so large.`,
  no_tree: ({ column }: About) => `${column} has no hierarchy in this plan.`,
  t_above_one: ({ t }: About) => `t is ${t}; this distance is never larger than 1.`,
  most: ({ least, most }: About) => `The upper end is ${most}; it is from ${least} to 1.`,
  not_sensitive: () => "This is no sensitive column of the plan.",
  whole: ({ part, value }: About) => `${part} is ${value}; a whole number from 2 on is needed.`,
  decimal: ({ part, value }: About) => `${part} is ${value}; a number from 0 on is needed, such as 0.2.`,
  zero: ({ part }: About) => `${part} is 0; more is needed.`,
  unlisted: ({ column, values, many }: About) =>
    `${column} holds values that its hierarchy does not list (${many}): ${values}. List them, give them a branch of their own, or suppress their rows.`,
  no_row_left: () => "No row is left: every one holds a value that a hierarchy does not list.",
  order_lacks: ({ column, value }: About) => `The order of ${column} lacks “${value}”; it lists every value once.`,
  order_twice: ({ column }: About) => `The order of ${column} lists a value twice.`,
  too_many_people: ({ most }: About) =>
    `More than ${most} rows of the table are different, identifying columns counted; load a version for which identifying columns are left out when its columns are declared.`,
  too_different: ({ most }: About) =>
    `More than ${most} combinations of values occur; leave out a column that tells rows apart.`,
  no_rows: () => "The version has no rows; there is nothing to release.",
  itself: () => "This is the data set itself. The population is another one, which holds these people and more.",
  not_yours: () => "This is no data set that you may anonymise.",
  not_loaded: ({ version }: About) => `It has no version ${version} that is loaded.`,
  too_large: ({ rows, most }: About) => `It has ${rows} rows; up to ${most} are compared with at once.`,
  too_small: ({ rows, own }: About) =>
    `It has ${rows} rows and the version ${own}; it must hold everybody whom they are about.`,
  lacks_column: ({ column }: About) => `It has no column ${column}; it needs every quasi-identifying one.`,
  other_type: ({ column, there, here }: About) => `${column} is of type ${there} there, and ${here} here.`,
  people_unlisted: ({ people, column }: About) =>
    `${people} people of the population have a value in ${column} that its hierarchy does not list. List those values, or let them have a branch of their own.`,
  refuse_needs_rows: ({ column }: About) =>
    `${column} would refuse values that its hierarchy does not list, and whoever may not see rows is not told whether there are any. Suppress those rows, or give the values a branch of their own.`,
  population_needs_figures: () =>
    "A comparison with a population tells of single people. It is for whoever may see the rows of both data sets, or may ask for exact figures of them and accepts that no budget bounds any more what is known of the people.",
  rows_do_not_fit: () =>
    "The rows do not fit the plan, or nothing that may be released comes of it. What it is, is told to whoever may see the rows.",
  people_no_tree: ({ column }: About) =>
    `${column} gets no hierarchy: the values of the rows fit its rule, those of the population do not. Choose another hierarchy, or let the columns of both be written alike.`,
  unseen_name: ({ sign }: About) =>
    `The name of the population holds ${sign}, which nobody sees, and recipients read it in the promise. Give that data set another name, and ask again.`,
  suppressed: ({ rows }: About) =>
    `${rows} rows are suppressed, because a hierarchy does not list their values. They could be about anybody, so nothing can be promised against a population.`,
  impossible: ({ promise, rows }: About) =>
    `${promise} cannot be reached: the whole table of ${rows} rows, taken as one class, does not hold it.`,
  kept_back: () => "It compares with a population, and why it was refused is for those who may anonymise that.",
  of_release: ({ number, releases, groups, rows }: About) =>
    `Of release ${number} of ${releases}, ${groups} groups of rows would not hold what was promised; the smallest has ${rows} rows.`,
  fewer_columns: () => "Give recipients fewer columns of the release that there is.",
  against_people: () => "What is promised against a population is not known beside another release of the same people.",
  nobody_tells: () => "No identifying column tells which rows of an earlier release are about the same people.",
  another_data_set: () =>
    "Another data set about the same people has a release, and its rows cannot be compared from here.",
};
