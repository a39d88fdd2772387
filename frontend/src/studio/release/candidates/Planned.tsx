import { useState } from "react";
import type { Anonymisation, CandidateFound } from "../../../api/types";
import { Choice } from "../../parts/Choice";
import { words } from "../../words/words";
import { shortOf } from "../short";
import { ReleaseForm } from "./ReleaseForm";

const UNTOLD: Pick<CandidateFound, "public" | "beside"> = { public: [], beside: null };

/** A plan of somebody who is told no figures: a candidate is chosen by what it promises. */
export function Planned({ of }: { of: Anonymisation }) {
  const text = words.exactFigures;
  const [place, setPlace] = useState(0);
  const models = of.candidates[place]?.models ?? [];
  const named = Object.fromEntries(of.candidates.map((candidate, at) => [String(at), shortOf(candidate.models)]));
  return (
    <>
      <p>{text.none}</p>
      {of.candidates.length > 1 && (
        <div className="release-form">
          <Choice
            label={text.candidate}
            value={String(place)}
            choices={Object.keys(named)}
            named={named}
            onChange={(chosen) => setPlace(Number(chosen))}
          />
        </div>
      )}
      <p>{text.marked}</p>
      <ReleaseForm
        key={place}
        dataSet={of.data_set}
        anonymisation={of.id}
        point={{ place, models, outcome: UNTOLD }}
        columns={of.plan.columns}
        population=""
      />
    </>
  );
}
