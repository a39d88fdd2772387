import { Button, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { createOrganisation, organisations } from "../data/people";
import { FailedPage } from "../frame/FailedPage";
import { Failure } from "../frame/Failure";
import { Page } from "../frame/Page";
import { words } from "../words/words";

function NewOrganisation() {
  const [name, setName] = useState("");
  const queries = useQueryClient();
  const navigate = useNavigate();
  const creation = useMutation({
    mutationFn: () => createOrganisation(name.trim()),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: organisations.queryKey });
      await navigate({ to: "/people/$id", params: { id } });
    },
  });
  return (
    <form
      className="new-token"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        creation.mutate();
      }}
    >
      <h2>{words.people.create}</h2>
      <TextInput
        label={words.people.name}
        data-field="name"
        description={words.people.nameHint}
        required
        maxLength={200}
        value={name}
        onChange={(typed) => setName(typed.currentTarget.value)}
      />
      <Failure error={creation.error} />
      <Button type="submit" disabled={creation.isPending}>
        {words.people.create}
      </Button>
    </form>
  );
}

/** The page about the people one works with, by organisation. */
export function People() {
  const [q, setQ] = useState("");
  const { data, error, refetch } = useQuery(organisations);
  if (error) return <FailedPage error={error} retry={() => refetch()} />;
  if (!data) return <p className="quiet">{words.loading}</p>;
  const title = words.people.title(data.results.length);
  const wanted = q.trim().toLowerCase();
  const people = data.results.filter((organisation) => organisation.name.toLowerCase().includes(wanted));
  return (
    <Page title={title}>
      <h1>{title}</h1>
      <p>{words.people.text}</p>
      {data.results.length > 5 && (
        <TextInput type="search" label={words.search} value={q} onChange={(typed) => setQ(typed.currentTarget.value)} />
      )}
      {people.length > 0 && (
        <ul className="rows">
          {people.map((organisation) => (
            <li key={organisation.id}>
              <Link to="/people/$id" params={{ id: organisation.id }}>
                {organisation.name}
              </Link>
              <span className="quiet">
                {organisation.role === "administrator" ? words.people.youLook : words.people.youBelong}
              </span>
            </li>
          ))}
        </ul>
      )}
      {people.length === 0 && q !== "" && <p className="quiet">{words.noMatch(q)}</p>}
      <NewOrganisation />
    </Page>
  );
}
