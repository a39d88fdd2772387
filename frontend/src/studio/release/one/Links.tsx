import { Button, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { OneRelease, ReleaseLink } from "../../../api/types";
import { sharedAt } from "../../data/address";
import { links, makeLink, revokeLink } from "../../data/release";
import { ConfirmButton } from "../../frame/ConfirmButton";
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

function NewLink({ secret }: { secret: string }) {
  const text = words.release.links;
  const address = addressOf(secret);
  return (
    <section className="secret release-secret" aria-label={text.newLink}>
      <p role="status">
        <strong>{text.newLink}</strong>
      </p>
      <div className="link-line">
        <code>{address}</code>
        <CopyButton text={address} label={text.copy} />
      </div>
      <p className="quiet">{text.madeText}</p>
    </section>
  );
}

function Make({ release, onMade }: { release: OneRelease; onMade: (secret: string) => void }) {
  const text = words.release.links;
  const [until, setUntil] = useState(() => dayAhead(USUAL_DAYS, new Date()));
  const [left, setLeft] = useState<readonly string[]>([]);
  const queries = useQueryClient();
  const creation = useMutation({
    mutationFn: () => makeLink(release.id, { columns: partOf(release.columns, left), expires_at: endOfDay(until) }),
    onSuccess: async ({ secret }) => {
      onMade(secret);
      await queries.invalidateQueries({ queryKey: links(release.id).queryKey });
    },
  });
  return (
    <form
      className="release-form"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        creation.mutate();
      }}
    >
      <TextInput
        type="date"
        label={text.until}
        data-field="expires_at"
        description={text.untilHint}
        required
        min={dayAhead(0, new Date())}
        max={dayAhead(MOST_DAYS, new Date())}
        value={until}
        onChange={(changed) => setUntil(changed.currentTarget.value)}
      />
      <Part of={release} left={left} onChange={setLeft} />
      <Failure error={creation.error} />
      <Button type="submit" disabled={creation.isPending || !keepsPromise(release, left)}>
        {text.make}
      </Button>
    </form>
  );
}

function Row({ id, link }: { id: string; link: ReleaseLink }) {
  const text = words.release.links;
  const queries = useQueryClient();
  const revoked = useMutation({
    mutationFn: () => revokeLink(id, link.id),
    onSuccess: () => queries.invalidateQueries({ queryKey: links(id).queryKey }),
  });
  const state = linkState(link, new Date());
  return (
    <tr>
      <th scope="row">{day(link.created_at)}</th>
      <td>{text[state](day(state === "revoked" ? (link.revoked_at ?? "") : link.expires_at))}</td>
      <td>{partText(link.columns)}</td>
      <td>{text.times(link.downloads)}</td>
      <td>
        {state === "open" && (
          <ConfirmButton
            label={text.revoke}
            named={text.revokeOf(day(link.created_at))}
            title={text.revokeTitle}
            busy={revoked.isPending}
            error={revoked.error}
            onYes={() => revoked.mutateAsync()}
          >
            {text.revokeText}
          </ConfirmButton>
        )}
      </td>
    </tr>
  );
}

/** Addresses that lead to the table for a while, for people without an account. */
export function Links({ release }: { release: OneRelease }) {
  const text = words.release.links;
  const [secret, setSecret] = useState("");
  const { data: rows, error } = useQuery(links(release.id));
  if (error) return <Failure error={error} />;
  if (!rows) return null;
  const title = text.title(rows.filter((link) => linkState(link, new Date()) === "open").length);
  return (
    <section aria-labelledby="links" className="not-printed">
      <h2 id="links">{title}</h2>
      <p>{text.text}</p>
      {secret !== "" && <NewLink secret={secret} />}
      {rows.length > 0 && (
        <Scrolls label={title}>
          <table className="findings">
            <thead>
              <tr>
                <th scope="col">{text.since}</th>
                <th scope="col">{text.state}</th>
                <th scope="col">{words.release.recipients.part}</th>
                <th scope="col">{text.used}</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {rows.map((link) => (
                <Row key={link.id} id={release.id} link={link} />
              ))}
            </tbody>
          </table>
        </Scrolls>
      )}
      {release.state === "released" ? (
        <Make release={release} onMade={setSecret} />
      ) : (
        <p className="quiet">{text.waits}</p>
      )}
    </section>
  );
}
