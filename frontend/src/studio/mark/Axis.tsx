import { percent } from "../numbers/format";
import { position, type Scale } from "./scale";

/** The shared axis under a column of intervals. */
export function Axis({ scale }: { scale: Scale }) {
  const step = (scale.ticks[1] ?? 0) - (scale.ticks[0] ?? 0);
  const decimals = step < 0.01 ? 1 : 0;
  return (
    <svg className="axis" height={20} aria-hidden="true">
      {scale.ticks.map((tick) => (
        <text key={tick} x={`${position(scale, tick)}%`} y={15} textAnchor="middle">
          {percent(tick, decimals)}
        </text>
      ))}
    </svg>
  );
}
