import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { Policy } from "../../api/types";
import { dataSet } from "../data/datasets";
import { places as placesQuery, policy as policyQuery, subjectOf } from "../data/policies";
import { Failure } from "../frame/Failure";
import { Page } from "../frame/Page";
import { words } from "../words/words";
import { NEW_ROLE } from "./document";
import { type Draft, holdersByGroup, toDraft } from "./draft";
import { Editor } from "./Editor";
import { Groups, useNames } from "./Groups";
import { Places } from "./Places";
import { Roles } from "./Roles";
import { Tester } from "./Tester";
import { Watch } from "./Watch";
import "./policy.css";

function titleOf(name: string, policy: Policy, places: number): string {
  if (policy.version === 0) return words.policy.titleEmpty(name);
  return policy.roles.some(({ anyone }) => anyone) ? words.policy.titleAnyone(name) : words.policy.title(name, places);
}

function Example() {
  return (
    <>
      <p>{words.policy.empty}</p>
      <p className="example">{words.policy.example}</p>
    </>
  );
}

/** Who may do what, and what would happen if? */
export function PolicyPage() {
  const { id } = useParams({ from: "/signed-in/data/$id/policy" });
  const subject = subjectOf(id);
  const about = useQuery(dataSet(id));
  const policy = useQuery(policyQuery(subject));
  const placed = useQuery(placesQuery(subject));
  const names = useNames(placed.data ?? []);
  const [draft, setDraft] = useState<Draft | null>(null);
  const failed = about.error ?? policy.error ?? placed.error;
  if (failed) return <Failure error={failed} retry={() => policy.refetch()} />;
  if (!(about.data && policy.data && placed.data)) return <p className="quiet">{words.loading}</p>;
  const counts = policy.data;
  const inPlaces = placed.data.map(({ person, team }) => (team ? `team:${team.id}` : `person:${person?.id}`));
  const holders = new Set([...inPlaces, ...holdersByGroup(counts)]).size;
  const title = titleOf(about.data.name, counts, holders);
  const start = () => setDraft(toDraft(counts.roles.length > 0 ? counts : { ...counts, roles: [NEW_ROLE] }));
  return (
    <Page title={title}>
      <h1>{title}</h1>
      <p>{words.policy.text}</p>
      <p className="ways">
        <Link to="/data/$id" params={{ id }}>
          {words.policy.back}
        </Link>
      </p>
      <section aria-labelledby="roles">
        <h2 id="roles">{words.policy.roles}</h2>
        {draft ? (
          <Editor subject={subject} draft={draft} names={names} onChange={setDraft} onDone={() => setDraft(null)} />
        ) : (
          <>
            {counts.version === 0 ? <Example /> : <p className="quiet">{words.policy.version(counts.version)}</p>}
            <Roles policy={counts} />
            <Groups policy={counts} names={names} />
            <Button onClick={start}>{counts.version === 0 ? words.policy.write : words.policy.edit}</Button>
          </>
        )}
      </section>
      <Tester subject={subject} holders={placed.data} draft={draft} />
      <Places subject={subject} roles={counts.roles.map(({ name }) => name)} holders={placed.data} />
      <Watch subject={subject} />
    </Page>
  );
}
