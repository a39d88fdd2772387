import { percent } from "../numbers/format";
import { type Ahead, axisOf, type Balance, stepsOf, takenOf } from "../parts/budget/balance";
import { atMost } from "../parts/budget/texts";
import { rhoFor } from "../parts/budget/worth";

interface RulerProps {
  balance: Balance;
  width: number;
  ahead?: Ahead | undefined;
  /** A limit that is being considered. */
  considered?: number | undefined;
}

/**
 * Prices add, so length is price: solid is spent, hatched is set aside, the line is what is left, and its end is the
 * limit. A line without an end has no limit of its own.
 */
export function Ruler({ balance, width, ahead, considered }: RulerProps) {
  const at = (rho: number) => `${Math.min(100, (100 * rho) / width)}%`;
  const taken = takenOf(balance);
  const end = balance.limit ?? width;
  const steps = stepsOf(ahead);
  return (
    <svg className="ruler" height={28} aria-hidden="true">
      <line className={balance.limit === null ? "ruler-open" : "ruler-room"} x1={0} x2={at(end)} y1="50%" y2="50%" />
      <svg y="50%" overflow="visible" aria-hidden="true">
        <rect className="ruler-spent" x={0} width={at(balance.spent)} y={-6} height={12} />
        <rect className="ruler-reserved" x={at(balance.spent)} width={at(balance.reserved)} y={-6} height={12} />
        {Array.from({ length: steps }, (_, step) => at(taken + (step + 1) * (ahead?.price ?? 0))).map((x) => (
          <line key={x} className="ruler-step" x1={x} x2={x} y1={-4} y2={4} />
        ))}
        {balance.limit !== null && <line className="ruler-end" x1={at(end)} x2={at(end)} y1={-10} y2={10} />}
        {considered !== undefined && (
          <line className="ruler-considered" x1={at(considered)} x2={at(considered)} y1={-14} y2={14} />
        )}
      </svg>
    </svg>
  );
}

/** What the lengths mean: how sure somebody can be at most once so much is spent. */
export function RulerAxis({ width }: { width: number }) {
  const ticks = axisOf(width, rhoFor);
  return (
    <svg className="ruler ruler-axis" height={24} aria-hidden="true">
      {ticks.map(({ rho, sure }, index) => {
        const x = `${(100 * rho) / width}%`;
        const anchor = index === 0 ? "start" : index === ticks.length - 1 ? "end" : "middle";
        return (
          <g key={rho}>
            <line className="ruler-tick" x1={x} x2={x} y1={0} y2={5} />
            <text x={x} y={20} textAnchor={anchor}>
              {index === 0 ? percent(sure) : atMost(sure)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
