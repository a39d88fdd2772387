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
  const said = words.evaluate;
  const text = (field: "epsilons" | "answers" | "people" | "repetitions" | "seed") => ({
    value: typed[field],
    onChange: (changed: ChangeEvent<HTMLInputElement>) => onChange({ [field]: changed.currentTarget.value }),
  });
  return (
    <>
      <fieldset className="evaluate-mechanisms">
        <legend>{said.mechanisms}</legend>
        {keysOf(said.names).map((mechanism) => (
          <Tick
            key={mechanism}
            label={said.names[mechanism]}
            checked={typed.mechanisms.includes(mechanism)}
            onChange={(checked) =>
              onChange({
                mechanisms: keysOf(said.names).filter((one) =>
                  one === mechanism ? checked : typed.mechanisms.includes(one),
                ),
              })
            }
          />
        ))}
      </fieldset>
      <div className="evaluate-fields">
        <NativeSelect
          className="evaluate-wide"
          label={said.population}
          value={typed.population}
          data={keysOf(said.populations).map((value) => ({ value, label: said.populations[value] }))}
          onChange={({ currentTarget: { value } }) =>
            onChange({ population: keysOf(said.populations).find((one) => one === value) ?? typed.population })
          }
        />
        {isLaw(typed.population) && (
          <TextInput label={said.answers} inputMode="numeric" required {...text("answers")} />
        )}
        <TextInput label={said.people} inputMode="numeric" required {...text("people")} />
        <TextInput
          className="evaluate-wide"
          label={said.epsilons}
          description={said.epsilonsHint}
          required
          {...text("epsilons")}
        />
        <TextInput
          label={said.repetitions}
          description={said.repetitionsHint}
          inputMode="numeric"
          required
          {...text("repetitions")}
        />
        <TextInput label={said.seed} description={said.seedHint} inputMode="numeric" {...text("seed")} />
      </div>
    </>
  );
}

function Earlier() {
  const { data, error, refetch } = useQuery(evaluations);
  const said = words.evaluate;
  return (
    <section aria-labelledby="earlier">
      <h2 id="earlier">{said.earlier}</h2>
      <Failure error={error} retry={() => refetch()} />
      {data?.results.length === 0 && <p className="quiet">{said.none}</p>}
      <ul className="evaluations">
        {data?.results.map(({ id, asked, state, created_at }) => (
          <li key={id}>
            <Link to="/evaluate/$id" params={{ id }}>
              {said.summary(count(asked.answers), count(asked.people), asked.mechanisms.length)}
            </Link>
            <span className="quiet">{said.populations[asked.population]}</span>
            <span className="quiet">
              {said.states[state]}, {moment(created_at)}
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
  const said = words.evaluate;
  const study = studyOf(typed);
  const asked = useMutation({
    mutationFn: () => askForEvaluation(study),
    onSuccess: async (made) => {
      queries.setQueryData(evaluation(made.id).queryKey, made);
      await navigate({ to: "/evaluate/$id", params: { id: made.id } });
    },
  });
  return (
    <Page title={said.title}>
      <h1>{said.title}</h1>
      <p>{said.text}</p>
      <p className="ways">
        <Link to="/mechanisms">{said.catalogue.link}</Link>
        <Link to="/attacks">{words.attacks.link}</Link>
      </p>
      <form
        className="evaluate-form"
        onSubmit={(submitted) => {
          submitted.preventDefault();
          asked.mutate();
        }}
      >
        <Fields typed={typed} onChange={(part) => setTyped((before) => ({ ...before, ...part }))} />
        <Failure error={asked.error} />
        <div className="actions">
          <Button type="submit" disabled={asked.isPending}>
            {asked.isPending ? said.starting : said.start}
          </Button>
          <span className="quiet">{said.size(count(surveysOf(study)), count(study.people))}</span>
        </div>
      </form>
      <Earlier />
    </Page>
  );
}
