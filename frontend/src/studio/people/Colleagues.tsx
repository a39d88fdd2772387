import { Button, NativeSelect } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { RoleHeld, RoleToGrant } from "../../api/types";
import { me } from "../data/account";
import { giveUpRole, grantRole, mine, revokeRole, roles } from "../data/people";
import { survey as surveyQuery } from "../data/surveys";
import { ConfirmButton } from "../frame/ConfirmButton";
import { Failure } from "../frame/Failure";
import { Page } from "../frame/Page";
import { useNear } from "../parts/people";
import { words } from "../words/words";
import { Explain } from "./Explain";
import { Invitations } from "./Invitations";

const ROLES = ["viewer", "analyst", "editor", "steward", "owner"] as const;
type SurveyRole = (typeof ROLES)[number];

const holderName = ({ person, team }: RoleHeld): string =>
  team ? words.people.teamOf(team.name, team.organisation) : person ? person.name || person.email : "";

function Grant({ subject, own }: { subject: string; own: string }) {
  const near = useNear(own);
  const [holder, setHolder] = useState("");
  const [role, setRole] = useState<SurveyRole>("viewer");
  const queries = useQueryClient();
  const granted = useMutation({
    mutationFn: (body: RoleToGrant) => grantRole(body),
    onSuccess: async () => {
      setHolder("");
      await queries.invalidateQueries({ queryKey: roles(subject).queryKey });
    },
  });
  if (near.length === 0) return <p className="quiet">{words.people.noColleagues}</p>;
  return (
    <form
      className="new-token"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        const [kind, id] = holder.split(":");
        if (id) granted.mutate({ subject, role, ...(kind === "team" ? { team: id } : { person: id }) });
      }}
    >
      <NativeSelect
        label={words.people.with}
        data-field="person"
        required
        value={holder}
        data={[{ value: "", label: words.people.choosePerson }, ...near]}
        onChange={(changed) => setHolder(changed.currentTarget.value)}
      />
      <NativeSelect
        label={words.people.as}
        data-field="role"
        description={words.people.roleText[role]}
        value={role}
        data={ROLES.map((value) => ({ value, label: words.people.role[value] }))}
        onChange={(changed) => setRole(ROLES.find((each) => each === changed.currentTarget.value) ?? "viewer")}
      />
      <Failure error={granted.error} />
      <Button type="submit" disabled={granted.isPending || holder === ""}>
        {words.people.share}
      </Button>
    </form>
  );
}

interface HoldersProps {
  subject: string;
  holdings: readonly RoleHeld[];
  own: string;
  mayChange: boolean;
}

function Holders({ subject, holdings, own, mayChange }: HoldersProps) {
  const queries = useQueryClient();
  const revoked = useMutation({
    mutationFn: revokeRole,
    onSuccess: () => queries.invalidateQueries({ queryKey: roles(subject).queryKey }),
  });
  return (
    <ul className="rows">
      {holdings.map((holding) => (
        <li key={holding.id}>
          <span>
            {holderName(holding)} <span className="quiet">{words.people.role[holding.role]}</span>
          </span>
          {mayChange && holding.person?.id !== own && (
            <ConfirmButton
              label={words.people.remove}
              named={words.people.takeRole(words.people.role[holding.role], holderName(holding))}
              title={words.people.takeRoleTitle(words.people.role[holding.role], holderName(holding))}
              busy={revoked.isPending}
              error={revoked.error}
              onYes={() => revoked.mutateAsync(holding.id)}
            >
              {words.people.takeRoleText}
            </ConfirmButton>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Giving up one's own roles: the survey is then out of sight. */
function GiveUp({ subject }: { subject: string }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const given = useMutation({
    mutationFn: () => giveUpRole(subject),
    onSuccess: async () => {
      await navigate({ to: "/" });
      queries.removeQueries({ queryKey: ["roles"] });
      await queries.invalidateQueries({ queryKey: ["surveys"] });
    },
  });
  return (
    <div className="actions">
      <ConfirmButton
        label={words.people.giveUp}
        title={words.people.giveUpTitle}
        busy={given.isPending}
        error={given.error}
        onYes={() => given.mutateAsync()}
      >
        {words.people.giveUpText}
      </ConfirmButton>
    </div>
  );
}

function Own({ names }: { names: readonly string[] }) {
  const known = ROLES.filter((role) => names.includes(role));
  return (
    <p>
      {words.people.yourRoles(known.map((role) => words.people.role[role]).join(words.listComma))}{" "}
      {known.map((role) => words.people.roleText[role]).join(" ")}
    </p>
  );
}

/** Who may do what with this survey? */
export function Colleagues() {
  const { id } = useParams({ from: "/signed-in/surveys/$id/people" });
  const subject = `survey:${id}`;
  const { data: viewer } = useQuery(me);
  const { data: survey, error } = useQuery(surveyQuery(id));
  const { data: own } = useQuery(mine(subject));
  const sees = own?.operations.includes("role.list") ?? false;
  const shares = own?.operations.includes("role.grant") ?? false;
  const { data: holdings } = useQuery({ ...roles(subject), enabled: sees });
  if (error) return <Failure error={error} />;
  if (!survey || !own || !viewer) return <p className="quiet">{words.loading}</p>;
  const others = (holdings ?? []).filter(({ person }) => person?.id !== viewer.id);
  const title = sees ? words.people.sharedWith(others.length) : words.people.sharedWithYou;
  return (
    <Page title={title}>
      <h1>{title}</h1>
      <p>
        <strong>{survey.title || words.home.untitled}</strong>{" "}
        <Link to="/surveys/$id/build" params={{ id }}>
          {words.results.linkToBuild}
        </Link>
      </p>
      {!shares && <Own names={own.roles} />}
      {holdings && <Holders subject={subject} holdings={holdings} own={viewer.id} mayChange={shares} />}
      {shares && (
        <>
          <section aria-labelledby="colleagues">
            <h2 id="colleagues">{words.people.shareColleagues}</h2>
            <Grant subject={subject} own={viewer.id} />
          </section>
          <Invitations subject={subject} places={[{ subject, name: survey.title, roles: ROLES }]} />
          {others.length > 0 && <Explain subject={subject} roles={others} />}
        </>
      )}
      {(!shares || (holdings ?? []).filter(({ role }) => role === "owner").length > 1) && <GiveUp subject={subject} />}
    </Page>
  );
}
