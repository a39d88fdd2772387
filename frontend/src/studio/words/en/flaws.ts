/** What is wrong with a hierarchy, by the code of its flaw. */
export const flaws = {
  empty: () => "It lists no value yet.",
  fewLevels: () => "It has one level. It needs the values and, last, *.",
  noSeparator: () => "The first line has no ; and no , in it, so it has no levels.",
  ragged: (value: string) => `The line of “${value}” has another number of levels than the first.`,
  hole: (value: string, level: string) => `“${value}” has no name at level ${level}.`,
  top: (value: string) => `The line of “${value}” does not end in *.`,
  twice: (value: string) => `“${value}” is listed twice.`,
  parents: (node: string, left: string, right: string) =>
    `“${node}” stands under both “${left}” and “${right}”. A node has one parent.`,
  names: (name: string) => `“${name}” stands for two different sets of values. One name, one set.`,
  widths: (least: string) => `Widths are numbers from ${least} on.`,
  finer: (number: string, decimals: string) =>
    `${number} has more decimals than the values of the column, which have ${decimals}.`,
  multiple: (wide: string, narrow: string) => `Intervals of ${wide} are not made of intervals of ${narrow}.`,
  cut: (bound: string, width: string, start: string) =>
    `${bound} lies inside an interval of ${width} counted from ${start}.`,
  bottom: (bottom: string, top: string) => `The lower bound ${bottom} does not lie below the upper ${top}.`,
  runs: (large: string, small: string) => `Runs of ${large} are not made of runs of ${small}.`,
  lengths: (left: string, right: string) => `“${left}” and “${right}” have different lengths.`,
  mask: (value: string) => `“${value}” holds *, which stands for a hidden character.`,
  atOnce: () => "At least 1 character is hidden at once.",
  day: (value: string) => `“${value}” is no day written as 1987-03-14.`,
};
