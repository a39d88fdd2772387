import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RoleHeld } from "../../api/types";
import { explanation } from "../data/people";
import { Failure } from "../frame/Failure";
import { words } from "../words/words";

const OPERATIONS = [
  "survey.read",
  "survey.edit",
  "survey.publish",
  "survey.pause",
  "survey.close",
  "survey.delete",
  "survey.results",
  "survey.export",
  "role.grant",
  "audit.read",
] as const;
type Operation = (typeof OPERATIONS)[number];

/** May this colleague do that? The rule that decides, and what the others would need. */
export function Explain({ subject, roles }: { subject: string; roles: readonly RoleHeld[] }) {
  const people = [...new Map(roles.flatMap(({ person }) => (person ? [[person.id, person] as const] : []))).values()];
  const [chosen, setChosen] = useState("");
  const [operation, setOperation] = useState<Operation>("survey.edit");
  const person = people.find(({ id }) => id === chosen) ?? people[0];
  const query = explanation(subject, person?.id ?? "", operation);
  const { data, error } = useQuery({ ...query, enabled: person !== undefined });
  if (!person) return null;
  const name = person.name || person.email;
  return (
    <section aria-labelledby="explain">
      <h2 id="explain">{words.people.explainTitle}</h2>
      <div className="in-line">
        <NativeSelect
          label={words.people.may}
          data-field="person"
          value={person.id}
          data={people.map(({ id, name: called, email }) => ({ value: id, label: called || email }))}
          onChange={(changed) => setChosen(changed.currentTarget.value)}
        />
        <NativeSelect
          label={words.people.doThis}
          data-field="operation"
          value={operation}
          data={OPERATIONS.map((value) => ({ value, label: words.people.operation[value] }))}
          onChange={(changed) =>
            setOperation(OPERATIONS.find((each) => each === changed.currentTarget.value) ?? "survey.edit")
          }
        />
      </div>
      <Failure error={error} />
      {data && (
        <div role="status">
          <p>
            <strong>{data.allowed ? words.people.yes(name) : words.people.no(name)}</strong>
          </p>
          <ul>
            {data.tried.map(({ rule, needs }) => (
              <li key={rule}>
                <code>{rule}</code>{" "}
                {needs === null ? words.people.holds : <span lang="en">{words.people.needs(needs)}</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
