import { words } from "../words/words";
import type { Errors } from "./errors";
import { HeatMap } from "./HeatMap";
import { MomentsTable } from "./MomentsTable";
import type { Moments } from "./moments";

interface ErrorReportProps {
  names: readonly string[];
  moments: Moments | null;
  shares: Errors | null;
}

/** Errors of noise alone, as the engine keeps them: a map of shares, or a table of means. */
export function ErrorReport({ names, moments, shares }: ErrorReportProps) {
  const text = words.synthetic;
  if (!moments && !shares) return null;
  return (
    <>
      {moments && <MomentsTable moments={moments} />}
      {shares && <HeatMap names={names} errors={shares} />}
      <p className="quiet">{moments ? text.notKept : text.noiseAlone}</p>
    </>
  );
}
