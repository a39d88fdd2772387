import { boundsOf } from "./binomial";
import { type Cell, DRAWS, ERROR } from "./trial";

/** A made-up trial, to show before a version is loaded what will be seen. */
export function exampleRows(): readonly { readonly cell: Cell; readonly label: string }[] {
  const [mine, other] = [0.731, 0.269];
  const cell = (position: number, declared: number, drawn: number): Cell => ({
    ...{ position, declared, drawn, mine: position === 0 },
    bounds: boundsOf(DRAWS, declared, ERROR / 2),
  });
  return [
    { cell: cell(0, mine, 741), label: "A" },
    { cell: cell(1, other, 259), label: "B" },
  ];
}
