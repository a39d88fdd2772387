import { useState } from "react";
import type { Anonymisation, CandidateFound } from "../../../api/types";
import { Choice } from "../../parts/Choice";
import { words } from "../../words/words";
import { shortOf } from "../short";
import { ReleaseForm } from "./ReleaseForm";

const UNTOLD: Pick<CandidateFound, "public" | "beside"> = { public: [], beside: null };

/** A plan of somebody who is told no figures: a candidate is chosen by what it promises. */
export function Planned({ of }: { of: Anonymisation }) {
  const said = words.exactFigures;
  const [place, setPlace] = useState(0);
  const models = of.candidates[place]?.models ?? [];
  const named = Object.fromEntries(of.candidates.map((one, at) => [String(at), shortOf(one.models)]));
  return (
    <>
      <p>{said.none}</p>
      {of.candidates.length > 1 && (
        <div className="release-form">
          <Choice
            label={said.candidate}
            value={String(place)}
            choices={Object.keys(named)}
            named={named}
            onChange={(chosen) => setPlace(Number(chosen))}
          />
        </div>
      )}
      <p>{said.marked}</p>
      <ReleaseForm
        key={place}
        dataSet={of.data_set}
        anonymisation={of.id}
        point={{ place, models, found: UNTOLD }}
        columns={of.plan.columns}
        population=""
      />
    </>
  );
}
