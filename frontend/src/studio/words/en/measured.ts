export const measured = {
  title: "How good they are",
  text: "What is forecast above is the error of noise. How far these rows really are from the true ones is measured on the true ones, with noise of its own, and costs budget once more.",
  ask: "Measure them",
  group: "Errors in each group of",
  noGroup: "All together",
  spend: "Spend this and measure",
  waiting: "Waiting for a worker",
  notes: {
    reading: "The data set is being read",
    measuring: "The rows are being measured",
    sealing: "The report is being sealed",
  },
  pairsOff: (points: string) =>
    `Measured: tables of two columns are off by about ${points} in 100, with what noise adds taken off.`,
  eachOff: (points: string) =>
    `Measured: each column is off by about ${points} in 100, with what noise adds taken off.`,
  tooNoisy: "Measured: there is too much noise to say how far these rows are off. Measuring more exactly would help.",
  hidden: "noise hides it",
  dash: "A dash stands for what noise hides, or what was not measured.",
  map: "Measured error of each two columns",
  mapText:
    "Of 100 rows, how many stand elsewhere than among the true ones: each column alone on the diagonal, and each two columns.",
  limits: "Each with its limits",
  columns: "Columns",
  off: "Off, in 100",
  between: "95 % limits",
  range: (low: string, high: string) => `${low}–${high}`,
  told: {
    nobody: "By two columns of a row, nobody can tell whether it is one of these or a true one.",
    somebody:
      "By two columns of a row, somebody can tell better than by chance whether it is one of these or a true one.",
    hidden: "Noise hides whether somebody can tell these rows from true ones by two columns.",
  },
  propensity: (mean: string, most: string, pairs: number) =>
    `Who sees two columns of a row can tell synthetic from true ones with a pMSE of ${mean} on average and ${most} at most (of ${pairs} pairs; 0: nobody can tell, 0.25: everybody can). Rare combinations are taken together, so it is at least that.`,
  predicted: (target: string) => `Predicting ${target}: learnt from these rows, tried on the true ones`,
  accuracy: "Right",
  mostCommon: "Right if one always says the most common value",
  macroF1: "Macro F1",
  giveOrTake: (value: string, points: string) => `${value}, give or take ${points} points for noise`,
  orMore: (value: string) => `${value} or more`,
  orLess: (value: string) => `${value} or less`,
  tooFew: "too few rows to say",
  leftOut: (values: number) =>
    values === 1 ? "One value has too few rows to count in F1." : `${values} values have too few rows to count in F1.`,
  byGroup: (group: string) => `Wrong predictions in each group of ${group}`,
  error: "Wrong",
  gap: (gap: string, noise: string) =>
    `Between the groups with most and least wrong predictions lie ${gap} points; noise alone would show up to ${noise}.`,
  experts: (epsilon: string, delta: string, rho: string) =>
    `Epsilon ${epsilon} and a delta of ${delta} for one row that is added or removed, beside those of the rows; the ledger is charged rho ${rho}. Tables of two columns of the true rows, and two of predictions (group by right or wrong, true by predicted value), with discrete Gaussian noise.`,
};
