import type { PlannedColumn } from "../../api/types";

/** What a column's values could tell of a person. */
export type ColumnRole = PlannedColumn["role"];

/** The roles that a plan may give to a column declared so: its own, or one that gives away less. */
const STRICTER: Readonly<Record<ColumnRole, readonly ColumnRole[]>> = {
  identifying: ["identifying"],
  quasi: ["identifying", "quasi"],
  sensitive: ["identifying", "quasi", "sensitive"],
  insensitive: ["identifying", "quasi", "sensitive", "insensitive"],
};

export const ROLES = Object.keys(STRICTER) as readonly ColumnRole[];
/** A column that nobody has declared yet has none. */
export const DECLARED_ROLES: readonly ["", ...ColumnRole[]] = ["", ...ROLES];

const isRole = (role: string): role is ColumnRole => role in STRICTER;

export const rolesFor = (declared: string): readonly ColumnRole[] => (isRole(declared) ? STRICTER[declared] : ROLES);
