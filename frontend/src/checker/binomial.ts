/** The binomial distribution of a few thousand draws, summed term by term: nothing is approximated. */

/** P(X = 0), P(X = 1), ..., P(X = draws). */
export function probabilities(draws: number, chance: number): Float64Array {
  const terms = new Float64Array(draws + 1);
  const top = Math.min(draws, Math.floor((draws + 1) * chance)); // from the largest term outwards none overflows
  terms[top] = 1;
  for (let k = top; k > 0; k -= 1) {
    terms[k - 1] = (at(terms, k) * k * (1 - chance)) / ((draws - k + 1) * chance);
  }
  for (let k = top; k < draws; k += 1) {
    terms[k + 1] = (at(terms, k) * (draws - k) * chance) / ((k + 1) * (1 - chance));
  }
  const sum = terms.reduce((total, term) => total + term, 0);
  return terms.map((term) => term / sum);
}

/** The fewest and the most that are believed: beyond each of the two lies at most half of `error`. */
export interface Bounds {
  readonly least: number;
  readonly most: number;
}

export function boundsOf(draws: number, chance: number, error: number): Bounds {
  const terms = probabilities(draws, chance);
  let least = 0;
  for (let below = 0; least < draws; least += 1) {
    below += at(terms, least);
    if (below > error / 2) break;
  }
  let most = draws;
  for (let above = 0; most > 0; most -= 1) {
    above += at(terms, most);
    if (above > error / 2) break;
  }
  return { least, most };
}

/** The chances that this count leaves possible (Clopper and Pearson): beyond each end lies half of `error`. */
export function chancesOf(
  draws: number,
  count: number,
  error: number,
): { readonly low: number; readonly high: number } {
  const atLeast = (chance: number): number => sum(probabilities(draws, chance), count, draws);
  const atMost = (chance: number): number => sum(probabilities(draws, chance), 0, count);
  return {
    low: count === 0 ? 0 : crossing((chance) => atLeast(chance) > error / 2),
    high: count === draws ? 1 : crossing((chance) => atMost(chance) <= error / 2),
  };
}

/** Where a condition that is false for small chances and true for large ones begins to hold. */
function crossing(holds: (chance: number) => boolean): number {
  let [low, high] = [0, 1];
  for (let halving = 0; halving < 40; halving += 1) {
    const middle = (low + high) / 2;
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return (low + high) / 2;
}

function sum(terms: Float64Array, from: number, to: number): number {
  let total = 0;
  for (let k = from; k <= to; k += 1) total += at(terms, k);
  return total;
}

const at = (terms: Float64Array, place: number): number => terms[place] as number;
