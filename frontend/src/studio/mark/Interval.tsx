import type { Estimate } from "../numbers/interval";
import { position, type Scale, visible } from "./scale";

const LEAST_HEIGHT = 28;
const THICKNESS = { "95": 4, "80": 7, "50": 10 } as const;
const DOT = 5.5;

interface IntervalProps {
  estimate: Estimate;
  scale: Scale;
  /** Hatched: drawn by a machine, nobody's answer. Solid: released. */
  simulated?: boolean;
  truth?: number | undefined;
  /** The words a reader hears. Without them the picture is decoration beside the same numbers in text. */
  label?: string | undefined;
}

function Upright({ scale, share, className }: { scale: Scale; share: number; className: string }) {
  const x = `${position(scale, share)}%`;
  return <line className={className} x1={x} x2={x} y1="0%" y2="100%" />;
}

function Beyond({ side }: { side: "left" | "right" }) {
  const tip = side === "left" ? -9 : 9;
  return (
    <svg x={side === "left" ? "0%" : "100%"} overflow="visible" aria-hidden="true">
      <path className="interval-beyond" d={`M0 -5 L${tip} 0 L0 5`} />
    </svg>
  );
}

function Bands({ estimate, scale }: { estimate: Estimate; scale: Scale }) {
  const reaches = estimate.bands.map((band) => ({ ...band, ...visible(scale, band.low, band.high) }));
  return (
    <>
      {reaches.map(({ confidence, left, width }) => (
        <rect
          key={confidence}
          className={`interval-band interval-${confidence}`}
          x={`${left}%`}
          width={`${width}%`}
          y={-THICKNESS[confidence] / 2}
          height={THICKNESS[confidence]}
        />
      ))}
      {reaches.some((reach) => reach.beyondLeft) && <Beyond side="left" />}
      {reaches.some((reach) => reach.beyondRight) && <Beyond side="right" />}
    </>
  );
}

/** The mark: a dot with its 50, 80 and 95 % interval. Positions are percentages, so it stretches without distortion. */
export function Interval({ estimate, scale, simulated = false, truth, label }: IntervalProps) {
  const centre = position(scale, estimate.share);
  return (
    <svg
      className={simulated ? "interval interval-hatched" : "interval"}
      height={LEAST_HEIGHT}
      role={label ? "img" : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      {scale.ticks.map((tick) => (
        <Upright key={tick} scale={scale} share={tick} className={tick === 0 ? "interval-zero" : "interval-rule"} />
      ))}
      <svg y="50%" overflow="visible" aria-hidden="true">
        <Bands estimate={estimate} scale={scale} />
      </svg>
      {truth !== undefined && <Upright scale={scale} share={truth} className="interval-truth" />}
      {centre >= 0 && centre <= 100 && <circle className="interval-dot" cx={`${centre}%`} cy="50%" r={DOT} />}
    </svg>
  );
}
