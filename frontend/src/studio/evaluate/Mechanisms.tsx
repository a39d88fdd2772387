import { TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { type ChangeEvent, useState } from "react";
import type { MechanismOffered } from "../../api/types";
import { mechanisms } from "../data/evaluations";
import { Failure } from "../frame/Failure";
import { Page } from "../frame/Page";
import { count } from "../numbers/format";
import { mechanismName } from "../words/mechanisms";
import { words } from "../words/words";
import { peopleIn, ranked, refused, type Setting, settingOf } from "./catalogue";
import { Description } from "./Description";
import { FiguresTable } from "./FiguresTable";
import { Ranking } from "./Ranking";
import "./evaluate.css";
import "./catalogue.css";

const TYPED_MILLISECONDS = 250;
const OTHERS = ["set", "sensitive-answer", "number", "numbers", "key-values"] as const;

function Described({ offered, reason }: { offered: readonly MechanismOffered[]; reason?: boolean }) {
  return (
    <ul className="described">
      {offered.map((mechanism) => (
        <li key={mechanism.slug}>
          <details>
            <summary>{mechanismName(mechanism)}</summary>
            {reason && (
              <p className="quiet" lang="en">
                {mechanism.refused}
              </p>
            )}
            <Description of={mechanism} />
          </details>
        </li>
      ))}
    </ul>
  );
}

function Fields({ typed, onType }: { typed: Setting; onType: (part: Partial<Setting>) => void }) {
  const field = (name: keyof Setting) => ({
    value: typed[name],
    onChange: (changed: ChangeEvent<HTMLInputElement>) => onType({ [name]: changed.currentTarget.value }),
  });
  return (
    <div className="evaluate-fields">
      <TextInput label={words.evaluate.answers} inputMode="numeric" {...field("answers")} />
      <TextInput label={words.evaluate.catalogue.epsilon} inputMode="decimal" {...field("epsilon")} />
      <TextInput label={words.evaluate.people} inputMode="numeric" {...field("people")} />
    </div>
  );
}

/** Which mechanism tells most about a question, and what does each promise? For everybody: no account is needed. */
export function Mechanisms() {
  const search = useSearch({ from: "/mechanisms" });
  const navigate = useNavigate({ from: "/mechanisms" });
  const [typed, setTyped] = useState(() => settingOf(search));
  const [wish] = useDebouncedValue(typed, TYPED_MILLISECONDS);
  const { data, error } = useQuery({ ...mechanisms(wish.answers, wish.epsilon), placeholderData: keepPreviousData });
  const text = words.evaluate.catalogue;
  const taken = error ? [] : ranked(data ?? []);
  const best = taken[0];
  const people = peopleIn(typed.people);
  const title = best
    ? text.titleBest(mechanismName(best), count(best.figures.answers), best.figures.epsilon)
    : text.titleWaits;
  const left = refused(data ?? []);
  return (
    <Page title={title}>
      <h1>{title}</h1>
      <p>
        {text.text} <Link to="/evaluate">{text.try}</Link>
      </p>
      <Fields
        typed={typed}
        onType={(part) => {
          const next = { ...typed, ...part };
          setTyped(next);
          void navigate({ search: next, replace: true });
        }}
      />
      <Failure error={error} />
      {data && !error && taken.length === 0 && <p role="status">{text.none}</p>}
      {best && (
        <>
          <Ranking taken={taken} people={people} />
          <p className="quiet">{text.legend(count(people))}</p>
          <FiguresTable taken={taken} people={people} />
        </>
      )}
      {!error && left.length > 0 && (
        <section aria-labelledby="not-this">
          <h2 id="not-this">{text.notThis}</h2>
          <Described offered={left} reason />
        </section>
      )}
      {data &&
        OTHERS.map((family) => (
          <section key={family} aria-labelledby={family}>
            <h2 id={family}>{text.families[family]}</h2>
            <p className="quiet">{text.familyTexts[family]}</p>
            <Described offered={data.filter((mechanism) => mechanism.family === family)} />
          </section>
        ))}
    </Page>
  );
}
