import { drawing } from "../respond/element";
import { chancesOf } from "./binomial";
import { type Cell, DRAWS } from "./trial";

const BANDS = [
  { error: 0.05, height: 4, name: "reach-95" },
  { error: 0.2, height: 7, name: "reach-80" },
  { error: 0.5, height: 10, name: "reach-50" },
] as const;
const HEIGHT = 28;

/** The mark: what was drawn with its graded interval, what was declared as an upright line, and a thin one for where honest draws lie. */
export function interval({ drawn, declared, bounds }: Cell): SVGSVGElement {
  const middle = HEIGHT / 2;
  const bands = BANDS.map(({ error, height, name }) => {
    const { low, high } = chancesOf(DRAWS, drawn, error);
    const size = { x: percent(low), width: percent(high - low), y: middle - height / 2, height };
    return drawing("rect", { ...size, class: name });
  });
  const honest = { x: percent(bounds.least / DRAWS), width: percent((bounds.most - bounds.least) / DRAWS) };
  const line = { x1: percent(declared), x2: percent(declared), y1: 2, y2: HEIGHT - 2 };
  return drawing(
    "svg",
    { class: "interval", height: HEIGHT, "aria-hidden": "true" },
    drawing("line", { x1: "0%", x2: "100%", y1: middle, y2: middle, class: "axis" }),
    drawing("rect", { ...honest, y: middle - 1, height: 2, class: "honest" }),
    ...bands,
    drawing("line", { ...line, class: "declared" }),
    drawing("circle", { cx: percent(drawn / DRAWS), cy: middle, r: 5.5 }),
  );
}

const percent = (share: number): string => `${(100 * share).toFixed(2)}%`;
