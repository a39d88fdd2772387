import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Place, PolicyAnswer } from "../../api/types";
import { me } from "../data/account";
import { testPolicy } from "../data/policies";
import { Failure } from "../frame/Failure";
import { Scrolls } from "../frame/Scrolls";
import { useNear } from "../parts/people";
import { words } from "../words/words";
import { DELTA, listIn, NEW_RULE, OPERATIONS, type Operation, toWrite } from "./document";
import type { Draft } from "./draft";
import { ruleLines } from "./plain";

function Tried({ answer }: { answer: PolicyAnswer }) {
  const { columnsTried, applies, effects } = words.policy;
  return (
    <Scrolls label={words.policy.tried}>
      <table className="tested">
        <caption>{words.policy.tried}</caption>
        <thead>
          <tr>
            <th scope="col">{columnsTried.rule}</th>
            <th scope="col">{columnsTried.effect}</th>
            <th scope="col">{columnsTried.applies}</th>
            <th scope="col">{columnsTried.unmet}</th>
          </tr>
        </thead>
        <tbody>
          {answer.tried.map((tried) => (
            <tr key={`${tried.rule} ${tried.conditions.map(({ truth }) => truth).join()}`}>
              <th scope="row">
                <code>{tried.rule}</code>
              </th>
              <td>{effects[tried.effect]}</td>
              <td>{applies[tried.applies ? "true" : "false"]}</td>
              <td lang="en">{tried.first_unmet}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}

function Answer({ name, answer }: { name: string; answer: PolicyAnswer }) {
  const lines = ruleLines({ ...NEW_RULE, ...answer.obligations });
  return (
    <div role="status">
      <p>
        <strong>{answer.allowed ? words.policy.yes(name) : words.policy.no(name)}</strong>{" "}
        {answer.rule ? words.policy.decides(answer.rule, answer.version) : words.policy.noRule}
      </p>
      {answer.allowed && lines.length > 0 && (
        <>
          <p>{words.policy.mustKeep}</p>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
      <Tried answer={answer} />
    </div>
  );
}

/** Colleagues, and whoever is in a role. */
function usePeople(holders: readonly Place[]): { value: string; label: string }[] {
  const { data: myself } = useQuery(me);
  const near = useNear(myself?.id ?? "").filter(({ value }) => value.startsWith("person:"));
  const placed = holders.flatMap(({ person }) =>
    person ? [{ value: `person:${person.id}`, label: person.name || person.email }] : [],
  );
  const own = myself ? [{ value: `person:${myself.id}`, label: myself.name || myself.email }] : [];
  return [...new Map([...placed, ...near, ...own].map((option) => [option.value, option])).values()];
}

interface TesterProps {
  subject: string;
  holders: readonly Place[];
  /** What is being changed and not saved. */
  draft: Draft | null;
}

/** May this colleague do that? Changes nothing. */
export function Tester({ subject, holders, draft }: TesterProps) {
  const people = usePeople(holders);
  const [chosen, setChosen] = useState("");
  const [operation, setOperation] = useState<Operation>("synthesise");
  const [use, setUse] = useState({ epsilon: "", mechanisms: "", purpose: "" });
  const person = people.find(({ value }) => value === chosen) ?? people[0];
  const test = useMutation({ mutationFn: testPolicy });
  if (!person) return null;
  const set = (name: keyof typeof use) => (changed: { currentTarget: { value: string } }) =>
    setUse({ ...use, [name]: changed.currentTarget.value });
  const ask = () => {
    const [epsilon, purpose] = [use.epsilon.trim(), use.purpose.trim()];
    const mechanisms = listIn(use.mechanisms);
    const known = {
      ...(epsilon !== "" && { epsilon, delta: DELTA }),
      ...(mechanisms.length > 0 && { mechanisms }),
      ...(purpose !== "" && { purpose }),
    };
    const tried = draft && toWrite(subject, draft);
    test.mutate({
      subject,
      person: person.value.slice("person:".length),
      operation,
      use: known,
      ...(tried && { policy: { roles: tried.roles, groups: tried.groups ?? [] } }),
    });
  };
  return (
    <section aria-labelledby="tester">
      <h2 id="tester">{words.policy.tester}</h2>
      <p>{draft ? words.policy.testerDraft : words.policy.testerText}</p>
      <form
        className="column-fields"
        onSubmit={(submitted) => {
          submitted.preventDefault();
          ask();
        }}
      >
        <NativeSelect
          label={words.policy.who}
          data-field="person"
          value={person.value}
          data={people}
          onChange={(changed) => {
            setChosen(changed.currentTarget.value);
            test.reset();
          }}
        />
        <NativeSelect
          label={words.policy.doWhat}
          data-field="operation"
          value={operation}
          data={OPERATIONS.map((value) => ({ value, label: words.policy.operations[value] }))}
          onChange={(changed) => {
            setOperation(OPERATIONS.find((name) => name === changed.currentTarget.value) ?? "synthesise");
            test.reset();
          }}
        />
        <TextInput
          label={words.policy.mechanism}
          data-field="use.mechanisms"
          value={use.mechanisms}
          onChange={set("mechanisms")}
        />
        <TextInput
          label={words.policy.epsilon}
          data-field="use.epsilon"
          description={words.policy.notSaid}
          inputMode="decimal"
          value={use.epsilon}
          onChange={set("epsilon")}
        />
        <TextInput
          label={words.policy.purpose}
          data-field="use.purpose"
          value={use.purpose}
          onChange={set("purpose")}
        />
        <Button type="submit" disabled={test.isPending}>
          {words.policy.ask}
        </Button>
      </form>
      <Failure error={test.error} />
      {test.data && <Answer name={person.label} answer={test.data} />}
    </section>
  );
}
