import type { QueryKey } from "@tanstack/react-query";
import type { SynthesisInList } from "../../../api/types";
import { callOffSynthesis } from "../../data/syntheses";
import { Work } from "../../parts/Work";
import { words } from "../../words/words";

/** The job that makes synthetic data, of one table or of two. */
export function Making({ of, queryKey }: { of: SynthesisInList; queryKey: QueryKey }) {
  const text = words.synthetic;
  const { note } = of.progress;
  return (
    <Work
      job={of}
      text={note === "reading" || note === "fitting" || note === "sealing" ? text.notes[note] : ""}
      callOffLabel={text.callOff}
      callOff={() => callOffSynthesis(of.id)}
      queryKey={queryKey}
    />
  );
}
