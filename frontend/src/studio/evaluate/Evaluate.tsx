import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type ChangeEvent, useState } from "react";
import { askForEvaluation, evaluation, evaluations } from "../data/evaluations";
import { Failure } from "../frame/Failure";
import { Page } from "../frame/Page";
import { Tick } from "../frame/Tick";
import { count, moment } from "../numbers/format";
import { words } from "../words/words";
import { FIRST, isLaw, studyOf, surveysOf, type Typed } from "./study";
import "./evaluate.css";

/** The keys of an object of words, as its type knows them. */
function keysOf<Name extends string>(named: Readonly<Record<Name, string>>): Name[] {
  const isKey = (key: string): key is Name => Object.hasOwn(named, key);
  return Object.keys(named).filter(isKey);
}

function Fields({ typed, onChange }: { typed: Typed; onChange: (part: Partial<Typed>) => void }) {
  const wording = words.evaluate;
  const text = (field: "epsilons" | "answers" | "people" | "repetitions" | "seed") => ({
    "data-field": field,
    value: typed[field],
    onChange: (changed: ChangeEvent<HTMLInputElement>) => onChange({ [field]: changed.currentTarget.value }),
  });
  return (
    <>
      <fieldset className="evaluate-mechanisms">
        <legend>{wording.mechanisms}</legend>
        {keysOf(wording.names).map((mechanism) => (
          <Tick
            key={mechanism}
            label={wording.names[mechanism]}
            checked={typed.mechanisms.includes(mechanism)}
            onChange={(checked) =>
              onChange({
                mechanisms: keysOf(wording.names).filter((name) =>
                  name === mechanism ? checked : typed.mechanisms.includes(name),
                ),
              })
            }
          />
        ))}
      </fieldset>
      <div className="evaluate-fields">
        <NativeSelect
          className="evaluate-wide"
          label={wording.population}
          data-field="population"
          value={typed.population}
          data={keysOf(wording.populations).map((value) => ({ value, label: wording.populations[value] }))}
          onChange={({ currentTarget: { value } }) =>
            onChange({
              population: keysOf(wording.populations).find((population) => population === value) ?? typed.population,
            })
          }
        />
        {isLaw(typed.population) && (
          <TextInput label={wording.answers} inputMode="numeric" required {...text("answers")} />
        )}
        <TextInput label={wording.people} inputMode="numeric" required {...text("people")} />
        <TextInput
          className="evaluate-wide"
          label={wording.epsilons}
          description={wording.epsilonsHint}
          required
          {...text("epsilons")}
        />
        <TextInput
          label={wording.repetitions}
          description={wording.repetitionsHint}
          inputMode="numeric"
          required
          {...text("repetitions")}
        />
        <TextInput label={wording.seed} description={wording.seedHint} inputMode="numeric" {...text("seed")} />
      </div>
    </>
  );
}

function Earlier() {
  const { data, error, refetch } = useQuery(evaluations);
  const text = words.evaluate;
  return (
    <section aria-labelledby="earlier">
      <h2 id="earlier">{text.earlier}</h2>
      <Failure error={error} retry={() => refetch()} />
      {data?.results.length === 0 && <p className="quiet">{text.none}</p>}
      <ul className="evaluations">
        {data?.results.map(({ id, asked: plan, state, created_at }) => (
          <li key={id}>
            <Link to="/evaluate/$id" params={{ id }}>
              {text.summary(count(plan.answers), count(plan.people), plan.mechanisms.length)}
            </Link>
            <span className="quiet">{text.populations[plan.population]}</span>
            <span className="quiet">
              {text.states[state]}, {moment(created_at)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What shall be tried on whom? */
export function Evaluate() {
  const [typed, setTyped] = useState(FIRST);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const text = words.evaluate;
  const study = studyOf(typed);
  const request = useMutation({
    mutationFn: () => askForEvaluation(study),
    onSuccess: async (job) => {
      queries.setQueryData(evaluation(job.id).queryKey, job);
      await navigate({ to: "/evaluate/$id", params: { id: job.id } });
    },
  });
  return (
    <Page title={text.title}>
      <h1>{text.title}</h1>
      <p>{text.text}</p>
      <p className="ways">
        <Link to="/mechanisms">{text.catalogue.link}</Link>
        <Link to="/attacks">{words.attacks.link}</Link>
      </p>
      <form
        className="evaluate-form"
        onSubmit={(submitted) => {
          submitted.preventDefault();
          request.mutate();
        }}
      >
        <Fields typed={typed} onChange={(part) => setTyped((before) => ({ ...before, ...part }))} />
        <Failure error={request.error} />
        <div className="actions">
          <Button type="submit" disabled={request.isPending}>
            {request.isPending ? text.starting : text.start}
          </Button>
          <span className="quiet">{text.size(count(surveysOf(study)), count(study.people))}</span>
        </div>
      </form>
      <Earlier />
    </Page>
  );
}
