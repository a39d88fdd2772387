import type { JoinedAppraisal } from "../../../api/types";
import { labelsOf } from "../labels";
import type { MeasuredErrors } from "./measured";

type MeasuredTable = NonNullable<JoinedAppraisal["report"]>["parents"];

/** The same numbers by names: of the children's, those of their parent's columns say so. */
export function byName({ columns, marginals, propensities }: MeasuredTable): MeasuredErrors {
  const labels = labelsOf(columns);
  const named = (of: readonly number[]) => of.map((place) => labels[place] ?? "");
  return {
    marginals: marginals.map(({ of, ...figures }) => ({ columns: named(of), ...figures })),
    propensities: propensities.map(({ of, ...figures }) => ({ columns: named(of), ...figures })),
  };
}
