import type { ReactNode } from "react";
import { words } from "../../words/words";

interface ForecastProps {
  /** Whether what is there is of another plan than the one that is typed, or nothing is. */
  isAwaited: boolean;
  children: ReactNode;
}

/** What a plan would give. While it is worked out the figures of the plan before are gone; their room is kept, so that
 * nothing jumps. */
export function Forecast({ isAwaited, children }: ForecastProps) {
  return (
    <div className="foretold" aria-busy={isAwaited}>
      <p className="quiet awaited" role="status">
        {isAwaited && words.synthetic.workingOut}
      </p>
      <div className={isAwaited ? "exactness room-kept" : "exactness"}>{children}</div>
    </div>
  );
}

interface ForecastState {
  data: { forecasts: readonly { rho: string }[] } | undefined;
  error: unknown;
  isAwaited: boolean;
  isWhole: boolean;
}

/** The price that stands on the page, of the plan that is typed; undefined while there is none. */
export function priceShown({ data, error, isAwaited, isWhole }: ForecastState, exactness: number): string | undefined {
  return isWhole && !isAwaited && !error ? data?.forecasts[exactness]?.rho : undefined;
}
