import { NativeSelect } from "@mantine/core";
import type { Draft } from "../../api/types";
import { mixFor } from "../parts/draft/consequence";
import { levelName } from "../words/levels";
import { words } from "../words/words";

/** Which level the planner assumes: one for everybody, or the usual mix. */
export type Assumed = number | "mix";

interface AssumeProps {
  draft: Draft;
  assumed: Assumed;
  onAssume: (assumed: Assumed) => void;
}

export function Assume({ draft, assumed, onAssume }: AssumeProps) {
  const shares = mixFor(draft.levels.length).join(" : ");
  const choices = draft.levels.map((_, index) => ({
    value: String(index),
    label: words.build.assumeLevel(levelName(index, draft.levels.length)),
  }));
  return (
    <NativeSelect
      className="assume"
      label={words.build.assume}
      value={String(assumed)}
      data={[...choices, { value: "mix", label: words.build.assumeMix(shares) }]}
      onChange={({ currentTarget: { value } }) => onAssume(value === "mix" ? "mix" : Number(value))}
    />
  );
}
