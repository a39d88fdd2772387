import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { OneRelease, Recipient } from "../../../api/types";
import { me } from "../../data/account";
import { nameRecipient, recipients, takeFromRecipient } from "../../data/release";
import { ConfirmButton } from "../../frame/ConfirmButton";
import { Failure } from "../../frame/Failure";
import { Scrolls } from "../../frame/Scrolls";
import { day } from "../../numbers/format";
import { useNear } from "../../parts/people";
import { words } from "../../words/words";
import { keepsPromise, Part, partOf, partText } from "./Part";
import { endOfDay } from "./when";

function Give({ release }: { release: OneRelease }) {
  const text = words.release.recipients;
  const { data: myself } = useQuery(me);
  const near = useNear(myself?.id ?? "").filter(({ value }) => value.startsWith("person:"));
  const [person, setPerson] = useState("");
  const [left, setLeft] = useState<readonly string[]>([]);
  const [until, setUntil] = useState("");
  const queries = useQueryClient();
  const given = useMutation({
    mutationFn: () =>
      nameRecipient(release.id, {
        person: person.replace("person:", ""),
        columns: partOf(release.columns, left),
        expires_at: until ? endOfDay(until) : null,
      }),
    onSuccess: async () => {
      setPerson("");
      setLeft([]);
      await queries.invalidateQueries({ queryKey: recipients(release.id).queryKey });
    },
  });
  if (near.length === 0) return <p className="quiet">{text.nobody}</p>;
  return (
    <form
      className="release-form"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        given.mutate();
      }}
    >
      <NativeSelect
        label={text.person}
        data-field="person"
        required
        value={person}
        data={[{ value: "", label: text.choose }, ...near]}
        onChange={(changed) => setPerson(changed.currentTarget.value)}
      />
      <TextInput
        type="date"
        label={text.until}
        data-field="expires_at"
        description={text.untilHint}
        value={until}
        onChange={(changed) => setUntil(changed.currentTarget.value)}
      />
      <Part of={release} left={left} onChange={setLeft} />
      <Failure error={given.error} />
      <Button type="submit" disabled={given.isPending || person === "" || !keepsPromise(release, left)}>
        {text.give}
      </Button>
    </form>
  );
}

function Row({ id, recipient }: { id: string; recipient: Recipient }) {
  const text = words.release.recipients;
  const queries = useQueryClient();
  const taken = useMutation({
    mutationFn: () => takeFromRecipient(id, recipient.id),
    onSuccess: () => queries.invalidateQueries({ queryKey: recipients(id).queryKey }),
  });
  return (
    <tr>
      <th scope="row">{recipient.name}</th>
      <td>{partText(recipient.columns)}</td>
      <td>{recipient.expires_at ? day(recipient.expires_at) : text.always}</td>
      <td>
        <ConfirmButton
          label={text.take}
          named={text.takeOf(recipient.name)}
          title={text.takeTitle(recipient.name)}
          busy={taken.isPending}
          error={taken.error}
          onYes={() => taken.mutateAsync()}
        >
          {text.takeText}
        </ConfirmButton>
      </td>
    </tr>
  );
}

/** Who with an account may have it, and how much of it. */
export function Recipients({ release }: { release: OneRelease }) {
  const text = words.release.recipients;
  const { data: rows, error } = useQuery(recipients(release.id));
  if (error) return <Failure error={error} />;
  if (!rows) return null;
  return (
    <section aria-labelledby="recipients" className="not-printed">
      <h2 id="recipients">{text.title(rows.length)}</h2>
      <p>{release.kind === "synthetic" ? words.handed.recipientsText : text.text}</p>
      {release.state === "waiting" && <p className="quiet">{text.waits}</p>}
      {rows.length > 0 && (
        <Scrolls label={text.title(rows.length)}>
          <table className="findings">
            <thead>
              <tr>
                <th scope="col">{text.person}</th>
                <th scope="col">{text.part}</th>
                <th scope="col">{text.until}</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {rows.map((recipient) => (
                <Row key={recipient.id} id={release.id} recipient={recipient} />
              ))}
            </tbody>
          </table>
        </Scrolls>
      )}
      <Give release={release} />
    </section>
  );
}
