/**
 * What a sum of prices is worth, for a picture and for a form that has not asked the server yet. The server counts
 * in exact decimals (mechanisms/accounting/zcdp.py) and decides; this is the same bound in floats.
 */

/** The chance at which rho is told as an epsilon. */
export const DELTA = 1e-6;

const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** The bound of Canonne, Kamath and Steinke 2020, corollary 13; it holds for every order, so the best is taken. */
export function epsilonFor(rho: number, delta = DELTA): number {
  if (rho <= 0) return 0;
  const bound = (place: number) => {
    const more = Math.exp(place); // the order less 1
    return rho * (1 + more) - (Math.log(delta) + Math.log1p(more)) / more - Math.log1p(1 / more);
  };
  let [low, high] = [-12, 40];
  for (let turn = 0; turn < 100; turn += 1) {
    const [left, right] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
    if (bound(left) < bound(right)) high = right;
    else low = left;
  }
  return Math.max(0, bound((low + high) / 2));
}

/** The largest rho that is worth no more than this epsilon, rounded down to what the server keeps. */
export function rhoFor(epsilon: number, delta = DELTA): number {
  let [low, high] = [0, 4000];
  for (let turn = 0; turn < 100; turn += 1) {
    const middle = (low + high) / 2;
    if (epsilonFor(middle, delta) <= epsilon) low = middle;
    else high = middle;
  }
  return Math.floor(low * (1 - 1e-9) * 1e9) / 1e9; // floats err in the last places, towards less privacy never
}

/**
 * How sure somebody can become at most that one person is in the data, if an even chance was all they knew before and
 * they have seen every answer. From one half to 1.
 */
export function sureness(epsilon: number): number {
  return 1 / (1 + Math.exp(-epsilon));
}
