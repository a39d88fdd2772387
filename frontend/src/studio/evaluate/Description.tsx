import type { MechanismOffered } from "../../api/types";
import { words } from "../words/words";
import { provenOf } from "./catalogue";

const FIELDS = ["guarantee", "sensitivity", "shapes", "error", "source", "departures"] as const;

/** What the mechanism's own docstring says of it. It is written once, in English. */
export function Description({ of }: { of: MechanismOffered }) {
  const { fields, parameters, code, inSurveys, forPrograms, proven } = words.evaluate.catalogue;
  return (
    <div className="description">
      <p lang="en">{of.summary}</p>
      <dl>
        {FIELDS.map((field) => (
          <div key={field}>
            <dt>{fields[field]}</dt>
            <dd lang="en">{of[field]}</dd>
          </div>
        ))}
        <div>
          <dt>{parameters}</dt>
          <dd lang="en">{of.parameters.join(", ")}</dd>
        </div>
        <div>
          <dt>{proven}</dt>
          <dd>
            {provenOf(of).map((proof) => (
              <p key={proof}>{proof}</p>
            ))}
          </dd>
        </div>
        <div>
          <dt>{code}</dt>
          <dd>
            <code>{of.module}</code>
          </dd>
        </div>
      </dl>
      <p className="quiet">{of.in_surveys ? inSurveys : forPrograms}</p>
    </div>
  );
}
