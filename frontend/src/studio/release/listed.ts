import type { OneRelease } from "../../api/types";
import { guaranteeText } from "../parts/releaseCard";
import type { ReleaseSort } from "../search";
import { words } from "../words/words";

const stateOf = ({ state }: OneRelease): string => words.rows.states[state];

const ORDERS: Readonly<Record<ReleaseSort, (left: OneRelease, right: OneRelease) => number>> = {
  "-created_at": (left, right) => right.created_at.localeCompare(left.created_at),
  created_at: (left, right) => left.created_at.localeCompare(right.created_at),
  title: (left, right) => left.title.localeCompare(right.title),
  state: (left, right) => stateOf(left).localeCompare(stateOf(right)),
};

/** Those whose title, guarantee or state holds what was typed, in order. */
export function listed(all: readonly OneRelease[], { q, sort }: { q: string; sort: ReleaseSort }): OneRelease[] {
  const wanted = q.trim().toLowerCase();
  return all
    .filter((release) =>
      [release.title, guaranteeText(release), stateOf(release)].join(" ").toLowerCase().includes(wanted),
    )
    .toSorted(ORDERS[sort]);
}
