import { drawing } from "./element";

const hidden = { "aria-hidden": "true" };

/** The mark: a dot with its graded range. It is never shown without a word beside it. */
export function mark(): SVGSVGElement {
  return drawing(
    "svg",
    { class: "mark", viewBox: "0 0 40 16", ...hidden },
    drawing("rect", { x: 0, y: 7, width: 40, height: 2, class: "reach-95" }),
    drawing("rect", { x: 4, y: 6, width: 32, height: 4, class: "reach-80" }),
    drawing("rect", { x: 8, y: 4.5, width: 24, height: 7 }),
    drawing("circle", { cx: 20, cy: 8, r: 6 }),
  );
}

/** A bar from an even guess, 50 of 100, to the most a report allows, on a scale that ends at certainty. */
export function bound(count: number): SVGSVGElement {
  const end = 6 + (Math.min(count, 100) - 50) * 2.96;
  return drawing(
    "svg",
    { class: "bound", viewBox: "0 0 160 16", ...hidden },
    drawing("rect", { x: 6, y: 7.5, width: 148, height: 1 }),
    drawing("rect", { x: 6, y: 6, width: end - 6, height: 4 }),
    drawing("circle", { cx: end, cy: 8, r: 6 }),
  );
}

/** One hundred phones, `count` of them filled; two paths, whatever the count. */
export function phones(count: number, description: string): SVGSVGElement {
  return drawing(
    "svg",
    { class: "phones", viewBox: "0 0 100 120", role: "img", "aria-label": description },
    drawing("path", { d: outlines(count, 100), class: "hollow" }),
    drawing("path", { d: outlines(0, count), class: "filled" }),
  );
}

/** Small upright phones in rows of ten, from number `from` up to but not including `to`. */
function outlines(from: number, to: number): string {
  let path = "";
  for (let index = from; index < to; index += 1) {
    path += `M${(index % 10) * 10 + 2} ${Math.floor(index / 10) * 12 + 1.5}h6v9h-6z`;
  }
  return path;
}
