import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Place } from "../../api/types";
import { me } from "../data/account";
import { endPlace, givePlace, places } from "../data/policies";
import { Failure } from "../frame/Failure";
import { Scrolls } from "../frame/Scrolls";
import { day } from "../numbers/format";
import { holderName, useNear } from "../parts/people";
import { words } from "../words/words";

function Put({ subject, roles }: { subject: string; roles: readonly string[] }) {
  const { data: myself } = useQuery(me);
  const near = useNear(myself?.id ?? "");
  const [holder, setHolder] = useState("");
  const [role, setRole] = useState(roles[0] ?? "");
  const [until, setUntil] = useState("");
  const queries = useQueryClient();
  const put = useMutation({
    mutationFn: () => {
      const [kind, id = ""] = holder.split(":");
      const named = kind === "team" ? { team: id } : { person: id };
      return givePlace({ subject, role, ...named, until: until ? `${until}T00:00:00Z` : null });
    },
    onSuccess: async () => {
      setHolder("");
      await queries.invalidateQueries({ queryKey: places(subject).queryKey });
    },
  });
  if (near.length === 0) return <p className="quiet">{words.policy.noColleagues}</p>;
  return (
    <form
      className="in-line"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        put.mutate();
      }}
    >
      <NativeSelect
        label={words.policy.person}
        data-field="person"
        required
        value={holder}
        data={[{ value: "", label: words.policy.choose }, ...near]}
        onChange={(changed) => setHolder(changed.currentTarget.value)}
      />
      <NativeSelect
        label={words.policy.inRole}
        data-field="role"
        value={role}
        data={[...roles]}
        onChange={(changed) => setRole(changed.currentTarget.value)}
      />
      <TextInput
        label={words.policy.until}
        data-field="until"
        type="date"
        value={until}
        onChange={(changed) => setUntil(changed.currentTarget.value)}
      />
      <Button type="submit" disabled={put.isPending || holder === ""}>
        {words.policy.put}
      </Button>
      <Failure error={put.error} />
    </form>
  );
}

/** Who is in which role, and an end to it that works at once. */
export function Places({
  subject,
  roles,
  holders,
}: {
  subject: string;
  roles: readonly string[];
  holders: readonly Place[];
}) {
  const queries = useQueryClient();
  const ended = useMutation({
    mutationFn: endPlace,
    onSuccess: () => queries.invalidateQueries({ queryKey: places(subject).queryKey }),
  });
  return (
    <section aria-labelledby="places">
      <h2 id="places">{words.policy.places}</h2>
      {holders.length === 0 && <p className="quiet">{words.policy.nobody}</p>}
      {holders.length > 0 && (
        <Scrolls label={words.policy.places}>
          <table className="tested">
            <thead>
              <tr>
                <th scope="col">{words.policy.person}</th>
                <th scope="col">{words.policy.inRole}</th>
                <th scope="col">{words.policy.untilColumn}</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {holders.map((place) => (
                <tr key={place.id}>
                  <th scope="row">{holderName(place)}</th>
                  <td>
                    {place.role}
                    {place.passed_on_by && <span className="quiet"> ({words.policy.passedOn})</span>}
                  </td>
                  <td>{place.until ? day(place.until) : words.policy.always}</td>
                  <td>
                    <button
                      type="button"
                      className="text-button refuse"
                      aria-label={words.policy.endOf(holderName(place), place.role)}
                      disabled={ended.isPending}
                      onClick={() => ended.mutate(place.id)}
                    >
                      {words.policy.end}
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scrolls>
      )}
      <Failure error={ended.error} />
      {roles.length > 0 && <Put key={roles.join()} subject={subject} roles={roles} />}
    </section>
  );
}
