import { count, points } from "../numbers/format";
import { words } from "../words/words";
import { PlanTable } from "./PlanTable";
import { halfAt, type Planned, WANTED } from "./plan";

const width = (half: number | undefined): string => (half === undefined ? "" : points(half, half < 0.1 ? 1 : 0));
const whole = (number: number | undefined): string => (number === undefined ? "" : count(number));

/** In percentage points. */
export function WidthTable({ name, planned, sizes }: { name: string; planned: Planned; sizes: readonly number[] }) {
  const { levels } = planned;
  const rows = [
    ...sizes.map((size) => ({
      head: count(size),
      mix: width(halfAt(planned, size)),
      alone: levels.map(({ half_widths }) => width(half_widths[String(size)])),
    })),
    ...WANTED.map(({ half }) => ({
      head: words.plan.rowNeeded(points(Number(half), half === "0.025" ? 1 : 0)),
      mix: whole(planned.needed[half]),
      alone: levels.map(({ needed }) => whole(needed[half])),
    })),
  ];
  return <PlanTable label={words.plan.tableOf(name)} levels={levels} rows={rows} />;
}
