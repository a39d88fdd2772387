import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Alarm } from "../../api/types";
import { seeAlarm, watched } from "../data/policies";
import { Failure } from "../frame/Failure";
import { Scrolls } from "../frame/Scrolls";
import { count, day } from "../numbers/format";
import { words } from "../words/words";
import { OPERATIONS } from "./document";

function operationText(operation: string): string {
  const known = OPERATIONS.find((name) => `dataset.${name}` === operation);
  return known ? words.policy.operations[known] : operation;
}

function Alarms({ subject, alarms }: { subject: string; alarms: readonly Alarm[] }) {
  const queries = useQueryClient();
  const seen = useMutation({
    mutationFn: seeAlarm,
    onSuccess: () => queries.invalidateQueries({ queryKey: watched(subject).queryKey }),
  });
  return (
    <>
      <ul>
        {alarms.map((alarm) => {
          const name = alarm.person.name || alarm.person.email;
          const sentence = alarm.what === "refused" ? words.policy.alarmRefused : words.policy.alarm;
          return (
            <li key={alarm.id}>
              {sentence(name, day(alarm.day), alarm.count, alarm.bound)}{" "}
              {alarm.seen_at ? (
                <span className="quiet">{words.policy.seen(day(alarm.seen_at))}</span>
              ) : (
                <button
                  type="button"
                  className="text-button"
                  aria-label={words.policy.seeOf(name)}
                  disabled={seen.isPending}
                  onClick={() => seen.mutate(alarm.id)}
                >
                  {words.policy.see}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      <Failure error={seen.error} />
    </>
  );
}

/** Who used it how often, and on which days that was unusual. */
export function Watch({ subject }: { subject: string }) {
  const { data, error } = useQuery(watched(subject));
  if (error) return <Failure error={error} />;
  if (!data) return <p className="quiet">{words.loading}</p>;
  const { useColumns } = words.policy;
  return (
    <section aria-labelledby="watch">
      <h2 id="watch">{words.policy.watch}</h2>
      {data.alarms.length > 0 ? <Alarms subject={subject} alarms={data.alarms} /> : <p>{words.policy.watchQuiet}</p>}
      <p className="quiet">{words.policy.watchText}</p>
      {data.uses.length === 0 ? (
        <p className="quiet">{words.policy.noUses}</p>
      ) : (
        <Scrolls label={words.policy.uses}>
          <table className="tested">
            <caption>{words.policy.uses}</caption>
            <thead>
              <tr>
                <th scope="col">{useColumns.day}</th>
                <th scope="col">{useColumns.person}</th>
                <th scope="col">{useColumns.what}</th>
                <th scope="col">{useColumns.permitted}</th>
                <th scope="col">{useColumns.refused}</th>
              </tr>
            </thead>
            <tbody>
              {data.uses.map((use) => (
                <tr key={`${use.day} ${use.person.id} ${use.operation}`}>
                  <td>{day(use.day)}</td>
                  <th scope="row">{use.person.name || use.person.email}</th>
                  <td>{operationText(use.operation)}</td>
                  <td>{count(use.permitted)}</td>
                  <td>{count(use.refused)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scrolls>
      )}
    </section>
  );
}
