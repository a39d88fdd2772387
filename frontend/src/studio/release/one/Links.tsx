import { Button, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { OneRelease, ReleaseLink } from "../../../api/types";
import { sharedAt } from "../../data/address";
import { links, makeLink, revokeLink } from "../../data/release";
import { Asked } from "../../frame/Asked";
import { CopyButton } from "../../frame/CopyButton";
import { Failure } from "../../frame/Failure";
import { Scrolls } from "../../frame/Scrolls";
import { day } from "../../numbers/format";
import { words } from "../../words/words";
import { keepsPromise, Part, partOf, partText } from "./Part";
import { dayAhead, endOfDay, linkState } from "./when";

const [USUAL_DAYS, MOST_DAYS] = [7, 29]; // the server takes 30 days to the second; the day after 29 has begun by then

/**
 * The address of a link, with the secret behind #. It is sent to nobody: the page that it opens reads it from there.
 */
const addressOf = (secret: string): string => `${sharedAt()}/table#${secret}`;

function Made({ secret }: { secret: string }) {
  const said = words.release.links;
  const address = addressOf(secret);
  return (
    <section className="secret release-secret" aria-label={said.made}>
      <p role="status">
        <strong>{said.made}</strong>
      </p>
      <div className="link-line">
        <code>{address}</code>
        <CopyButton text={address} label={said.copy} />
      </div>
      <p className="quiet">{said.madeText}</p>
    </section>
  );
}

function Make({ found, onMade }: { found: OneRelease; onMade: (secret: string) => void }) {
  const said = words.release.links;
  const [until, setUntil] = useState(() => dayAhead(USUAL_DAYS, new Date()));
  const [left, setLeft] = useState<readonly string[]>([]);
  const queries = useQueryClient();
  const made = useMutation({
    mutationFn: () => makeLink(found.id, { columns: partOf(found.columns, left), expires_at: endOfDay(until) }),
    onSuccess: async ({ secret }) => {
      onMade(secret);
      await queries.invalidateQueries({ queryKey: links(found.id).queryKey });
    },
  });
  return (
    <form
      className="release-form"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        made.mutate();
      }}
    >
      <TextInput
        type="date"
        label={said.until}
        description={said.untilHint}
        required
        min={dayAhead(0, new Date())}
        max={dayAhead(MOST_DAYS, new Date())}
        value={until}
        onChange={(changed) => setUntil(changed.currentTarget.value)}
      />
      <Part of={found} left={left} onChange={setLeft} />
      <Failure error={made.error} />
      <Button type="submit" disabled={made.isPending || !keepsPromise(found, left)}>
        {said.make}
      </Button>
    </form>
  );
}

function Row({ id, link }: { id: string; link: ReleaseLink }) {
  const said = words.release.links;
  const queries = useQueryClient();
  const revoked = useMutation({
    mutationFn: () => revokeLink(id, link.id),
    onSuccess: () => queries.invalidateQueries({ queryKey: links(id).queryKey }),
  });
  const state = linkState(link, new Date());
  return (
    <tr>
      <th scope="row">{day(link.created_at)}</th>
      <td>{said[state](day(state === "revoked" ? (link.revoked_at ?? "") : link.expires_at))}</td>
      <td>{partText(link.columns)}</td>
      <td>{said.times(link.downloads)}</td>
      <td>
        {state === "open" && (
          <Asked
            label={said.revoke}
            named={said.revokeOf(day(link.created_at))}
            title={said.revokeTitle}
            busy={revoked.isPending}
            error={revoked.error}
            onYes={() => revoked.mutateAsync()}
          >
            {said.revokeText}
          </Asked>
        )}
      </td>
    </tr>
  );
}

/** Addresses that lead to the table for a while, for people without an account. */
export function Links({ found }: { found: OneRelease }) {
  const said = words.release.links;
  const [secret, setSecret] = useState("");
  const { data: made, error } = useQuery(links(found.id));
  if (error) return <Failure error={error} />;
  if (!made) return null;
  const title = said.title(made.filter((link) => linkState(link, new Date()) === "open").length);
  return (
    <section aria-labelledby="links" className="not-printed">
      <h2 id="links">{title}</h2>
      <p>{said.text}</p>
      {secret !== "" && <Made secret={secret} />}
      {made.length > 0 && (
        <Scrolls label={title}>
          <table className="findings">
            <thead>
              <tr>
                <th scope="col">{said.since}</th>
                <th scope="col">{said.state}</th>
                <th scope="col">{words.release.recipients.part}</th>
                <th scope="col">{said.used}</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {made.map((link) => (
                <Row key={link.id} id={found.id} link={link} />
              ))}
            </tbody>
          </table>
        </Scrolls>
      )}
      {found.state === "released" ? <Make found={found} onMade={setSecret} /> : <p className="quiet">{said.waits}</p>}
    </section>
  );
}
