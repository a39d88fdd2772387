import { Refusal } from "../../../api/refusal";
import type { DataSet } from "../../../api/types";

/** Whether a plan can compare with this data set no more: it is gone or going, or not for the viewer to anonymise. */
export function isLost(found: Pick<DataSet, "operations" | "deletion"> | undefined, error: unknown): boolean {
  if (error instanceof Refusal) return error.status === 404 || error.status === 403;
  return found !== undefined && (found.deletion !== null || !found.operations.includes("dataset.anonymise"));
}
