import { drawnBelow, type Entropy } from "./entropy";
import type { Grid } from "./grid";

/** A place of the window that begins at the point when a word is below `inside_below`, else one of the places beside it. */
export interface WindowSpec extends Grid {
  readonly shape: "window";
  readonly window: number;
  readonly inside_below: number;
}

/** What is read for every point, used or not: how many words are read says nothing about the point. */
interface WindowWords {
  readonly coin: number;
  readonly within: number;
  readonly beside: number;
}

export function windowWords(spec: Pick<WindowSpec, "window" | "steps">, words: Entropy): WindowWords {
  const coin = words();
  const within = drawnBelow(spec.window, words);
  return { coin, within, beside: drawnBelow(spec.steps, words) };
}

/** Twin of mechanisms/ldp/shapes/numbers/window.py, which describes the steps: the place that is reported. */
export function windowReport(
  spec: Pick<WindowSpec, "window" | "inside_below">,
  point: number,
  { coin, within, beside }: WindowWords,
): number {
  if (coin < spec.inside_below) return point + within;
  return beside < point ? beside : beside + spec.window;
}
