import { Button, TextInput } from "@mantine/core";
import { useId } from "react";
import { ServerMessage, type Text } from "../../frame/ServerMessage";
import { Choice } from "../../parts/Choice";
import { words } from "../../words/words";
import { shortOf } from "../short";
import { compares, type Draft, sensitiveOf, type TypedCandidate } from "./draft";
import { candidateAt, type Faults } from "./faults";
import { type Against, DISTANCES, DIVERSITIES, type Guard, LIKENESSES, modelsOf, PRESENCES, UNGUARDED } from "./guards";
import { atStrengths, MOST_CANDIDATES, nearestStop, oneMore, STOPS, STRENGTHS } from "./steps";

interface FigureProps {
  figure: "l" | "c" | "t" | "beta";
  guard: Guard;
  onChange: (guard: Guard) => void;
}

function Figure({ figure, guard, onChange }: FigureProps) {
  return (
    <TextInput
      label={words.rows.figures[figure]}
      inputMode="decimal"
      value={guard[figure]}
      onChange={({ currentTarget: { value } }) => onChange({ ...guard, [figure]: value })}
    />
  );
}

interface GuardFieldsProps {
  column: string;
  guard: Guard;
  fault: (part: string) => Text | undefined;
  onChange: (guard: Guard) => void;
}

/** l, t and beta of one sensitive column. */
function GuardFields({ column, guard, fault, onChange }: GuardFieldsProps) {
  const text = words.rows;
  const figure = (name: FigureProps["figure"]) => <Figure figure={name} guard={guard} onChange={onChange} />;
  return (
    <fieldset className="guard">
      <legend>{text.guard(column)}</legend>
      <div className="guard-fields">
        <Choice
          label={text.diversity}
          value={guard.diversity}
          choices={DIVERSITIES}
          named={text.diversities}
          onChange={(diversity) => onChange({ ...guard, diversity })}
        />
        {guard.diversity !== "" && figure("l")}
        {guard.diversity === "recursive-cl-diversity" && figure("c")}
      </div>
      <ServerMessage fault={fault("diversity")} />
      <div className="guard-fields">
        <Choice
          label={text.closeness}
          value={guard.closeness}
          choices={DISTANCES}
          named={text.distances}
          onChange={(closeness) => onChange({ ...guard, closeness })}
        />
        {guard.closeness !== "" && figure("t")}
      </div>
      <ServerMessage fault={fault("closeness")} />
      <div className="guard-fields">
        <Choice
          label={text.likeness}
          value={guard.likeness}
          choices={LIKENESSES}
          named={text.likenesses}
          onChange={(likeness) => onChange({ ...guard, likeness })}
        />
        {guard.likeness !== "" && figure("beta")}
      </div>
      <ServerMessage fault={fault("likeness")} />
    </fieldset>
  );
}

interface AgainstFieldsProps {
  against: Against;
  fault: (part: "people" | "presence") => Text | undefined;
  onChange: (against: Against) => void;
}

/** What must hold against the people of the population. */
function AgainstFields({ against, fault, onChange }: AgainstFieldsProps) {
  const wording = words.compared;
  const text = (part: "people" | "least" | "most") => ({
    label: wording[part],
    inputMode: part === "people" ? ("numeric" as const) : ("decimal" as const),
    value: against[part],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      onChange({ ...against, [part]: value }),
  });
  return (
    <>
      <TextInput {...text("people")} description={wording.peopleHint} />
      <ServerMessage fault={fault("people")} />
      <div className="guard-fields">
        <Choice
          label={wording.presence}
          value={against.presence}
          choices={PRESENCES}
          named={wording.presences}
          onChange={(presence) => onChange({ ...against, presence })}
        />
        {against.presence !== "" && <TextInput {...text("least")} />}
        {against.presence !== "" && <TextInput {...text("most")} />}
      </div>
      <ServerMessage fault={fault("presence")} />
    </>
  );
}

function K({ candidate, onChange }: { candidate: TypedCandidate; onChange: (k: string) => void }) {
  const id = useId();
  const text = words.rows;
  const stop = nearestStop(candidate.k);
  return (
    <div className="strength">
      <TextInput
        label={text.k}
        inputMode="numeric"
        value={candidate.k}
        onChange={({ currentTarget: { value } }) => onChange(value)}
      />
      <label htmlFor={id} className="heard">
        {text.slider}
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={STOPS.length - 1}
        step={1}
        value={stop}
        aria-valuetext={text.sliderText(String(STOPS[stop]))}
        onChange={({ currentTarget: { value } }) => onChange(String(STOPS[Number(value)]))}
      />
    </div>
  );
}

interface CandidateProps {
  candidate: TypedCandidate;
  place: number;
  sensitive: readonly string[];
  compared: boolean;
  faults: Faults;
  onChange: (part: Partial<TypedCandidate>) => void;
  onRemove: (() => void) | undefined;
}

function Candidate({ candidate, place, sensitive, compared, faults, onChange, onRemove }: CandidateProps) {
  const text = words.rows;
  const { guards, against } = candidate;
  const models = modelsOf(candidate, sensitive, compared).map(({ model }) => model);
  const fault = (column: string | null, part: string) => faults.at[candidateAt(place, column, part)];
  const hasFault = sensitive.some((column) =>
    ["diversity", "closeness", "likeness"].some((part) => fault(column, part) !== undefined),
  );
  return (
    <fieldset className="column">
      <legend>{text.candidate(place + 1)}</legend>
      <p className="quiet">{shortOf(models)}</p>
      <K candidate={candidate} onChange={(typed) => onChange({ k: typed })} />
      <ServerMessage fault={fault(null, "k")} />
      {compared && (
        <AgainstFields
          against={against}
          fault={(part) => fault(null, part)}
          onChange={(typed) => onChange({ against: typed })}
        />
      )}
      {sensitive.length > 0 && (
        <details className="guards" open={hasFault || place === 0}>
          <summary>{sensitive.map(text.guard).join(words.listComma)}</summary>
          {sensitive.map((column) => (
            <GuardFields
              key={column}
              column={column}
              guard={guards[column] ?? UNGUARDED}
              fault={(part) => fault(column, part)}
              onChange={(guard) => onChange({ guards: { ...guards, [column]: guard } })}
            />
          ))}
        </details>
      )}
      {onRemove && (
        <button type="button" className="text-button" aria-label={text.removeNamed(place + 1)} onClick={onRemove}>
          {text.remove}
        </button>
      )}
    </fieldset>
  );
}

interface StrengthsProps {
  draft: Draft;
  faults: Faults;
  onChange: (candidates: readonly TypedCandidate[]) => void;
}

/** How strong? Several candidates, each with k and what a class must hold of each sensitive column. */
export function Strengths({ draft, faults, onChange }: StrengthsProps) {
  const text = words.rows;
  const { candidates } = draft;
  const sensitive = sensitiveOf(draft.columns);
  return (
    <section aria-labelledby="candidates">
      <h2 id="candidates">{text.candidates}</h2>
      <p>{text.candidatesText(sensitive.join(words.listComma))}</p>
      <div className="strengths">
        {candidates.map((candidate, index) => (
          <Candidate
            key={candidate.id}
            candidate={candidate}
            place={index}
            sensitive={sensitive}
            compared={compares(draft)}
            faults={faults}
            onChange={(part) =>
              onChange(candidates.map((each) => (each.id === candidate.id ? { ...each, ...part } : each)))
            }
            onRemove={
              candidates.length > 1 ? () => onChange(candidates.filter(({ id }) => id !== candidate.id)) : undefined
            }
          />
        ))}
      </div>
      <div className="actions">
        <Button variant="default" onClick={() => onChange(atStrengths(draft, STRENGTHS))}>
          {text.strengths(STRENGTHS.join(words.listComma))}
        </Button>
        <Button
          variant="default"
          disabled={candidates.length >= MOST_CANDIDATES}
          onClick={() => onChange([...candidates, oneMore(draft)])}
        >
          {text.addOne}
        </Button>
      </div>
    </section>
  );
}
