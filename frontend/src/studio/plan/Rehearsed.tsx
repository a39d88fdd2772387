import { Button } from "@mantine/core";
import type { QuestionResult, Rehearsal } from "../../api/types";
import { Failure } from "../frame/Failure";
import { scaleFor } from "../mark/scale";
import { count } from "../numbers/format";
import { estimateOf } from "../numbers/interval";
import { CrossTabView } from "../parts/results/CrossTabView";
import { EstimateChart } from "../parts/results/EstimateChart";
import { askedIn } from "../parts/results/sentence";
import { words } from "../words/words";

/** What made-up people gave to one question, beside the truth they were drawn from. */
export function RehearsedQuestion({ result, rehearsal }: { result: QuestionResult; rehearsal: Rehearsal }) {
  const estimates = result.estimates.answers.map(estimateOf);
  const truth = rehearsal.truth[result.id];
  return (
    <div className="rehearsed">
      <p className="quiet">{words.plan.simulated(count(rehearsal.reports))}</p>
      <EstimateChart
        question={askedIn(result)}
        estimates={estimates}
        scale={scaleFor(estimates, Object.values(truth ?? {}))}
        simulated
        truth={truth}
      />
    </div>
  );
}

export function RehearsedPair({ rehearsal, ids }: { rehearsal: Rehearsal; ids: readonly string[] }) {
  const table = rehearsal.crosstabs.find(({ rows, columns }) => rows.id === ids[0] && columns.id === ids[1]);
  if (!table) return null;
  return (
    <div className="rehearsed">
      <p className="quiet">{words.plan.simulated(count(rehearsal.reports))}</p>
      <CrossTabView
        name={words.plan.simulatedPair}
        simulated
        crosstab={{ rows: table.rows.id, columns: table.columns.id, state: "ready", computed_at: null, table }}
      />
    </div>
  );
}

interface TryProps {
  people: number;
  most: number;
  least: number;
  seed: number | undefined;
  busy: boolean;
  /** What was typed last is not yet what would be asked. */
  settling: boolean;
  error: unknown;
  onSeed: (seed: number | undefined) => void;
}

/** One button: made-up people answer, and everything below shows what they gave. */
export function Try({ people, most, least, seed, busy, settling, error, onSeed }: TryProps) {
  const text = words.plan;
  const can = people >= least && people <= most;
  return (
    <section aria-labelledby="try">
      <h2 id="try">{text.try}</h2>
      <p>{text.tryText}</p>
      <div className="actions">
        <Button
          variant={seed === undefined ? "filled" : "default"}
          disabled={!can || busy || settling}
          onClick={() => onSeed((seed ?? 0) + 1)}
        >
          {busy ? text.drawing : seed === undefined ? text.draw(count(people)) : text.drawOthers}
        </Button>
        {seed !== undefined && (
          <button type="button" className="text-button" onClick={() => onSeed(undefined)}>
            {text.stop}
          </button>
        )}
        {people > most && <span className="quiet">{most === 0 ? text.tooLarge : text.most(count(most))}</span>}
        {people < least && <span className="quiet">{text.least}</span>}
      </div>
      {seed !== undefined && can && <p className="quiet">{text.simulatedLegend}</p>}
      {can && <Failure error={error} />}
    </section>
  );
}
