import { Refusal } from "../../../api/refusal";
import type { DataSet } from "../../../api/types";

/** Whether a plan can compare with this data set no more: it is gone or going, or not for the viewer to anonymise. */
export function isLost(dataSet: Pick<DataSet, "operations" | "deletion"> | undefined, error: unknown): boolean {
  if (error instanceof Refusal) return error.status === 404 || error.status === 403;
  return dataSet !== undefined && (dataSet.deletion !== null || !dataSet.operations.includes("dataset.anonymise"));
}
