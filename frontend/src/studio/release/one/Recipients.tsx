import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { OneRelease, Recipient } from "../../../api/types";
import { me } from "../../data/account";
import { nameRecipient, recipients, takeFromRecipient } from "../../data/release";
import { Asked } from "../../frame/Asked";
import { Failure } from "../../frame/Failure";
import { Scrolls } from "../../frame/Scrolls";
import { day } from "../../numbers/format";
import { useNear } from "../../parts/people";
import { words } from "../../words/words";
import { keepsPromise, Part, partOf, partText } from "./Part";
import { endOfDay } from "./when";

function Give({ found }: { found: OneRelease }) {
  const said = words.release.recipients;
  const { data: myself } = useQuery(me);
  const near = useNear(myself?.id ?? "").filter(({ value }) => value.startsWith("person:"));
  const [person, setPerson] = useState("");
  const [left, setLeft] = useState<readonly string[]>([]);
  const [until, setUntil] = useState("");
  const queries = useQueryClient();
  const given = useMutation({
    mutationFn: () =>
      nameRecipient(found.id, {
        person: person.replace("person:", ""),
        columns: partOf(found.columns, left),
        expires_at: until ? endOfDay(until) : null,
      }),
    onSuccess: async () => {
      setPerson("");
      setLeft([]);
      await queries.invalidateQueries({ queryKey: recipients(found.id).queryKey });
    },
  });
  if (near.length === 0) return <p className="quiet">{said.nobody}</p>;
  return (
    <form
      className="release-form"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        given.mutate();
      }}
    >
      <NativeSelect
        label={said.person}
        required
        value={person}
        data={[{ value: "", label: said.choose }, ...near]}
        onChange={(changed) => setPerson(changed.currentTarget.value)}
      />
      <TextInput
        type="date"
        label={said.until}
        description={said.untilHint}
        value={until}
        onChange={(changed) => setUntil(changed.currentTarget.value)}
      />
      <Part of={found} left={left} onChange={setLeft} />
      <Failure error={given.error} />
      <Button type="submit" disabled={given.isPending || person === "" || !keepsPromise(found, left)}>
        {said.give}
      </Button>
    </form>
  );
}

function Row({ id, held }: { id: string; held: Recipient }) {
  const said = words.release.recipients;
  const queries = useQueryClient();
  const taken = useMutation({
    mutationFn: () => takeFromRecipient(id, held.id),
    onSuccess: () => queries.invalidateQueries({ queryKey: recipients(id).queryKey }),
  });
  return (
    <tr>
      <th scope="row">{held.name}</th>
      <td>{partText(held.columns)}</td>
      <td>{held.expires_at ? day(held.expires_at) : said.always}</td>
      <td>
        <Asked
          label={said.take}
          named={said.takeOf(held.name)}
          title={said.takeTitle(held.name)}
          busy={taken.isPending}
          error={taken.error}
          onYes={() => taken.mutateAsync()}
        >
          {said.takeText}
        </Asked>
      </td>
    </tr>
  );
}

/** Who with an account may have it, and how much of it. */
export function Recipients({ found }: { found: OneRelease }) {
  const said = words.release.recipients;
  const { data: held, error } = useQuery(recipients(found.id));
  if (error) return <Failure error={error} />;
  if (!held) return null;
  return (
    <section aria-labelledby="recipients" className="not-printed">
      <h2 id="recipients">{said.title(held.length)}</h2>
      <p>{found.kind === "synthetic" ? words.handed.recipientsText : said.text}</p>
      {found.state === "waiting" && <p className="quiet">{said.waits}</p>}
      {held.length > 0 && (
        <Scrolls label={said.title(held.length)}>
          <table className="findings">
            <thead>
              <tr>
                <th scope="col">{said.person}</th>
                <th scope="col">{said.part}</th>
                <th scope="col">{said.until}</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {held.map((one) => (
                <Row key={one.id} id={found.id} held={one} />
              ))}
            </tbody>
          </table>
        </Scrolls>
      )}
      <Give found={found} />
    </section>
  );
}
