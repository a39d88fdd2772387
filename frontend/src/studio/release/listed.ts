import type { OneRelease } from "../../api/types";
import { guaranteeText } from "../parts/releaseCard";
import type { ReleaseSort } from "../search";
import { words } from "../words/words";

const stateOf = ({ state }: OneRelease): string => words.rows.states[state];

const ORDERS: Readonly<Record<ReleaseSort, (one: OneRelease, other: OneRelease) => number>> = {
  "-created_at": (one, other) => other.created_at.localeCompare(one.created_at),
  created_at: (one, other) => one.created_at.localeCompare(other.created_at),
  title: (one, other) => one.title.localeCompare(other.title),
  state: (one, other) => stateOf(one).localeCompare(stateOf(other)),
};

/** Those whose title, guarantee or state holds what was typed, in order. */
export function listed(all: readonly OneRelease[], { q, sort }: { q: string; sort: ReleaseSort }): OneRelease[] {
  const wanted = q.trim().toLowerCase();
  return all
    .filter((one) => [one.title, guaranteeText(one), stateOf(one)].join(" ").toLowerCase().includes(wanted))
    .toSorted(ORDERS[sort]);
}
