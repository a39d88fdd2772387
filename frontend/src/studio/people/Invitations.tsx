import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Refusal } from "../../api/refusal";
import type { InvitedRole } from "../../api/types";
import { invitations, invite, revokeInvitation } from "../data/people";
import { Failure } from "../frame/Failure";
import { day } from "../numbers/format";
import { words } from "../words/words";

interface Place {
  subject: string;
  roles: readonly InvitedRole[];
}

interface InvitationsProps {
  /** Where the list is read. */
  subject: string;
  /** What one can be invited to, under the name a person reads. */
  places: readonly (Place & { name: string })[];
}

function NewInvitation({ subject, places }: InvitationsProps) {
  const [email, setEmail] = useState("");
  const [at, setAt] = useState(0);
  const [chosen, setChosen] = useState<InvitedRole | "">("");
  const queries = useQueryClient();
  const place = places[at] ?? places[0];
  const role = chosen !== "" && place?.roles.includes(chosen) ? chosen : place?.roles[0];
  const sent = useMutation({
    mutationFn: (invitation: Place & { role: InvitedRole }) =>
      invite({ subject: invitation.subject, role: invitation.role, email: email.trim() }),
    onSuccess: async () => {
      setEmail("");
      await queries.invalidateQueries({ queryKey: invitations(subject).queryKey });
    },
  });
  const refusal = sent.error instanceof Refusal ? sent.error : null;
  if (!place || !role) return null;
  return (
    <form
      className="new-token"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        sent.mutate({ ...place, role });
      }}
    >
      <TextInput
        label={words.account.email}
        type="email"
        name="invited"
        autoComplete="off"
        required
        value={email}
        error={refusal?.fields.email ?? null}
        onChange={(typed) => setEmail(typed.currentTarget.value)}
      />
      {places.length > 1 && (
        <NativeSelect
          label={words.people.to}
          data-field="subject"
          value={String(at)}
          data={places.map(({ name }, index) => ({ value: String(index), label: name }))}
          onChange={(changed) => setAt(Number(changed.currentTarget.value))}
        />
      )}
      {place.roles.length > 1 && (
        <NativeSelect
          label={words.people.as}
          data-field="role"
          description={words.people.roleText[role]}
          value={role}
          data={place.roles.map((value) => ({ value, label: words.people.role[value] }))}
          onChange={(changed) => setChosen(place.roles.find((each) => each === changed.currentTarget.value) ?? "")}
        />
      )}
      {!refusal?.fields.email && <Failure error={sent.error} />}
      <Button type="submit" disabled={sent.isPending}>
        {words.people.invite}
      </Button>
      <p className="quiet" role="status">
        {sent.isSuccess ? words.people.invited : ""}
      </p>
    </form>
  );
}

/** Who was asked to join, and how to ask more people. Nothing here tells whether an address has an account. */
export function Invitations({ subject, places }: InvitationsProps) {
  const queries = useQueryClient();
  const { data, error } = useQuery(invitations(subject));
  const revoked = useMutation({
    mutationFn: revokeInvitation,
    onSuccess: () => queries.invalidateQueries({ queryKey: invitations(subject).queryKey }),
  });
  const open = data?.results.filter((invitation) => invitation.state === "open") ?? [];
  return (
    <section aria-labelledby="invitations">
      <h2 id="invitations">{words.people.inviteTitle}</h2>
      <p>{words.people.inviteText}</p>
      <Failure error={error} />
      {open.length > 0 && (
        <ul className="rows">
          {open.map((invitation) => (
            <li key={invitation.id}>
              <span>
                {invitation.email}{" "}
                <span className="quiet">
                  {words.people.role[invitation.role]} · {words.people.waitsUntil(day(invitation.expires_at))}
                </span>
              </span>
              <button
                type="button"
                className="text-button refuse"
                aria-label={words.people.revokeNamed(invitation.email)}
                disabled={revoked.isPending}
                onClick={() => revoked.mutate(invitation.id)}
              >
                {words.people.revoke}
              </button>
            </li>
          ))}
        </ul>
      )}
      <Failure error={revoked.error} />
      <NewInvitation subject={subject} places={places} />
    </section>
  );
}
