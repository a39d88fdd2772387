import { createContext, useContext } from "react";
import { Refusal } from "../../api/refusal";
import type { SaveState } from "../data/drafts/keeper";

/** What the server refused of the draft, by dotted path ("questions.2.show_if"), in its own words. */
export type Faults = Readonly<Record<string, string>>;

export const FaultContext = createContext<Faults>({});

export function useFault(path: string): string | undefined {
  return useContext(FaultContext)[path];
}

function fieldsOf(error: unknown): Faults {
  return error instanceof Refusal && error.code === "invalid" ? error.fields : {};
}

/** Those of the last save and of the plan, which is refused where publishing would be. */
export function faultsOf(state: SaveState, planError: unknown): Faults {
  return { ...fieldsOf(planError), ...(state.kind === "refused" ? fieldsOf(state.error) : {}) };
}

/** The faults with that of one path replaced, or without it; the same object where nothing changes. */
export function withFault(faults: Faults, path: string, fault: string | undefined): Faults {
  if (faults[path] === fault) return faults;
  const { [path]: _, ...others } = faults;
  return fault === undefined ? others : { ...others, [path]: fault };
}

/** All that lie below a path. */
export function useFaultsBelow(path: string): string[] {
  return Object.entries(useContext(FaultContext)).flatMap(([at, fault]) =>
    at === path || at.startsWith(`${path}.`) ? [fault] : [],
  );
}
