import type { ReactNode } from "react";
import { words } from "../../words/words";

interface ForetoldProps {
  /** Whether what is there is of another plan than the one that is typed, or nothing is. */
  isAwaited: boolean;
  children: ReactNode;
}

/** What a plan would give. While it is worked out the figures of the plan before are gone; their room is kept, so that
 * nothing jumps. */
export function Foretold({ isAwaited, children }: ForetoldProps) {
  return (
    <div className="foretold" aria-busy={isAwaited}>
      <p className="quiet awaited" role="status">
        {isAwaited && words.synthetic.workingOut}
      </p>
      <div className={isAwaited ? "exactness room-kept" : "exactness"}>{children}</div>
    </div>
  );
}

interface Forecast {
  data: { forecasts: readonly { rho: string }[] } | undefined;
  error: unknown;
  isAwaited: boolean;
  isWhole: boolean;
}

/** The price that stands on the page, of the plan that is typed; undefined while there is none. */
export function priceShown({ data, error, isAwaited, isWhole }: Forecast, exactness: number): string | undefined {
  return isWhole && !isAwaited && !error ? data?.forecasts[exactness]?.rho : undefined;
}
