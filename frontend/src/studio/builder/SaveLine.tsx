import { Refusal } from "../../api/refusal";
import type { SaveState } from "../data/drafts/keeper";
import { Failure } from "../frame/Failure";
import { clock } from "../numbers/format";
import { words } from "../words/words";

function text(state: SaveState): string {
  if (state.kind === "saving") return words.build.saving;
  if (state.kind === "unsaved") return words.build.unsaved;
  if (state.kind === "refused") return words.build.notSaved;
  return state.at ? words.build.saved(clock(state.at)) : words.build.allSaved;
}

interface SaveLineProps {
  state: SaveState;
  retry: () => void;
  loadOther: () => void;
}

export function SaveLine({ state, retry, loadOther }: SaveLineProps) {
  const elsewhere = state.kind === "refused" && state.error instanceof Refusal && state.error.code === "draft_changed";
  return (
    <>
      <span role="status" className={state.kind === "refused" ? "refuse" : "quiet"}>
        {text(state)}
      </span>
      {state.kind === "refused" && <Failure error={state.error} {...(elsewhere ? {} : { retry })} />}
      {elsewhere && (
        <button type="button" className="text-button" onClick={loadOther}>
          {words.build.loadOther}
        </button>
      )}
    </>
  );
}
