import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { Organisation as OrganisationFacts } from "../../api/types";
import { me } from "../data/account";
import {
  changeMember,
  createTeam,
  deleteOrganisation,
  deleteTeam,
  leaveOrganisation,
  organisation,
  organisations,
  putInTeam,
  removeMember,
  takeFromTeam,
} from "../data/people";
import { Confirm } from "../frame/Confirm";
import { ConfirmButton } from "../frame/ConfirmButton";
import { FailedPage } from "../frame/FailedPage";
import { Failure } from "../frame/Failure";
import { Page } from "../frame/Page";
import { words } from "../words/words";
import { Invitations } from "./Invitations";

type Run = (act: () => Promise<unknown>) => Promise<unknown>;

interface PartProps {
  facts: OrganisationFacts;
  looksAfter: boolean;
  busy: boolean;
  error: Error | null;
  run: Run;
}

function Members({ facts, looksAfter, busy, error, run }: PartProps) {
  const [q, setQ] = useState("");
  const { data: viewer } = useQuery(me);
  const wanted = q.trim().toLowerCase();
  const members = facts.members.filter(({ person }) => `${person.name} ${person.email}`.toLowerCase().includes(wanted));
  return (
    <section aria-labelledby="members">
      <h2 id="members">{words.people.members(facts.members.length)}</h2>
      {facts.members.length > 10 && (
        <TextInput type="search" label={words.search} value={q} onChange={(typed) => setQ(typed.currentTarget.value)} />
      )}
      <ul className="rows">
        {members.map(({ person, role }) => (
          <li key={person.id}>
            <span>
              {person.name || person.email} {person.name && <span className="quiet">{person.email}</span>}
            </span>
            <span className="actions">
              {looksAfter ? (
                <NativeSelect
                  aria-label={words.people.roleOf(person.name || person.email)}
                  value={role}
                  disabled={busy}
                  data={(["administrator", "member"] as const).map((value) => ({
                    value,
                    label: words.people.role[value],
                  }))}
                  onChange={(changed) => {
                    const next = changed.currentTarget.value === "administrator" ? "administrator" : "member";
                    run(() => changeMember(facts.id, person.id, next)).catch(() => undefined); // shown above
                  }}
                />
              ) : (
                <span className="quiet">{words.people.role[role]}</span>
              )}
              {looksAfter && person.id !== viewer?.id && (
                <ConfirmButton
                  label={words.people.remove}
                  named={words.people.removeNamed(person.name || person.email)}
                  title={words.people.removeTitle(person.name || person.email)}
                  busy={busy}
                  error={error}
                  onYes={() => run(() => removeMember(facts.id, person.id))}
                >
                  {words.people.removeText}
                </ConfirmButton>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function TeamPart({
  facts,
  team,
  looksAfter,
  busy,
  error,
  run,
}: PartProps & { team: OrganisationFacts["teams"][number] }) {
  const inside = facts.members.filter(({ person }) => team.people.includes(person.id));
  const outside = facts.members.filter(({ person }) => !team.people.includes(person.id));
  return (
    <div className="part">
      <h3>{team.name}</h3>
      {inside.length > 0 ? (
        <ul className="rows">
          {inside.map(({ person }) => (
            <li key={person.id}>
              <span>{person.name || person.email}</span>
              {looksAfter && (
                <ConfirmButton
                  label={words.people.remove}
                  named={words.people.takeFrom(person.name || person.email, team.name)}
                  title={words.people.takeFromTitle(person.name || person.email, team.name)}
                  busy={busy}
                  error={error}
                  onYes={() => run(() => takeFromTeam(facts.id, team.id, person.id))}
                >
                  {words.people.takeFromText}
                </ConfirmButton>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p className="quiet">{words.people.nobodyIn}</p>
      )}
      {looksAfter && (
        <div className="in-line">
          {outside.length > 0 && (
            <NativeSelect
              label={words.people.putIn(team.name)}
              data-field="person"
              value=""
              disabled={busy}
              data={[
                { value: "", label: words.people.choosePerson },
                ...outside.map(({ person }) => ({ value: person.id, label: person.name || person.email })),
              ]}
              onChange={(changed) => {
                const person = changed.currentTarget.value;
                if (person) run(() => putInTeam(facts.id, team.id, person)).catch(() => undefined);
              }}
            />
          )}
          <ConfirmButton
            label={words.people.deleteTeam}
            named={words.people.deleteTeamNamed(team.name)}
            title={words.people.deleteTeamTitle(team.name)}
            busy={busy}
            error={error}
            onYes={() => run(() => deleteTeam(facts.id, team.id))}
          >
            {words.people.deleteTeamText}
          </ConfirmButton>
        </div>
      )}
    </div>
  );
}

function Teams(props: PartProps) {
  const { facts, looksAfter, busy, run } = props;
  const [name, setName] = useState("");
  return (
    <section aria-labelledby="teams">
      <h2 id="teams">{words.people.teams(facts.teams.length)}</h2>
      <p>{words.people.teamsText}</p>
      {facts.teams.map((team) => (
        <TeamPart key={team.id} {...props} team={team} />
      ))}
      {looksAfter && (
        <form
          className="in-line"
          onSubmit={(submitted) => {
            submitted.preventDefault();
            run(() => createTeam(facts.id, name.trim()).then(() => setName(""))).catch(() => undefined);
          }}
        >
          <TextInput
            label={words.people.teamName}
            data-field="name"
            required
            maxLength={200}
            value={name}
            onChange={(typed) => setName(typed.currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={busy}>
            {words.people.createTeam}
          </Button>
        </form>
      )}
    </section>
  );
}

/** Leaving, and for who looks after it deleting: both are asked once. */
function Ending({ facts, looksAfter }: { facts: OrganisationFacts; looksAfter: boolean }) {
  const [dialog, setDialog] = useState<"leave" | "delete" | null>(null);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const ended = useMutation({
    mutationFn: () => (dialog === "delete" ? deleteOrganisation(facts.id) : leaveOrganisation(facts.id)),
    onSuccess: async () => {
      await navigate({ to: "/people" });
      queries.removeQueries({ queryKey: organisation(facts.id).queryKey });
      await queries.invalidateQueries({ queryKey: organisations.queryKey });
    },
  });
  return (
    <div className="actions">
      <button type="button" className="text-button refuse" onClick={() => setDialog("leave")}>
        {words.people.leave}
      </button>
      {looksAfter && (
        <button type="button" className="text-button refuse" onClick={() => setDialog("delete")}>
          {words.people.delete}
        </button>
      )}
      <Confirm
        opened={dialog !== null}
        title={dialog === "delete" ? words.people.deleteTitle(facts.name) : words.people.leaveTitle(facts.name)}
        yes={dialog === "delete" ? words.people.delete : words.people.leave}
        destructive
        busy={ended.isPending}
        onYes={() => ended.mutate()}
        onNo={() => setDialog(null)}
      >
        <p>{dialog === "delete" ? words.people.deleteText : words.people.leaveText}</p>
        <Failure error={ended.error} />
      </Confirm>
    </div>
  );
}

/** Who belongs to it, and which teams are surveys shared with? */
export function Organisation() {
  const { id } = useParams({ from: "/signed-in/people/$id" });
  const queries = useQueryClient();
  const { data: facts, error, refetch } = useQuery(organisation(id));
  const acted = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSuccess: () => queries.invalidateQueries({ queryKey: organisations.queryKey }),
  });
  if (error) return <FailedPage error={error} retry={() => refetch()} />;
  if (!facts) return <p className="quiet">{words.loading}</p>;
  const looksAfter = facts.role === "administrator";
  const part = { facts, looksAfter, busy: acted.isPending, error: acted.error, run: acted.mutateAsync };
  const places = [
    { subject: `organisation:${id}`, name: facts.name, roles: ["member", "administrator"] as const },
    ...facts.teams.map((team) => ({ subject: `team:${team.id}`, name: team.name, roles: ["member"] as const })),
  ];
  return (
    <Page title={facts.name}>
      <h1>{facts.name}</h1>
      <Failure error={acted.error} />
      <Members {...part} />
      <Teams {...part} />
      {looksAfter && <Invitations subject={`organisation:${id}`} places={places} />}
      <Ending facts={facts} looksAfter={looksAfter} />
    </Page>
  );
}
