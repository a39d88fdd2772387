import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { me } from "../data/account";
import { acceptInvitation } from "../data/people";
import { takeSecret } from "../data/secret";
import { Failure } from "../frame/Failure";
import { Page } from "../frame/Page";
import { words } from "../words/words";

const KEPT = "datahub.invitation"; // of this tab, until it is accepted: signing in comes in between

export function AcceptInvitation() {
  const [secret] = useState(() => takeSecret(KEPT));
  const { data: person } = useQuery(me);
  const queries = useQueryClient();
  const accepted = useMutation({
    mutationFn: () => acceptInvitation(secret),
    onSuccess: () => {
      window.sessionStorage.removeItem(KEPT);
      return queries.invalidateQueries({ predicate: (query) => query.queryKey[0] !== me.queryKey[0] });
    },
  });
  const title = accepted.data
    ? words.people.accepted(accepted.data.name || words.home.untitled)
    : words.people.acceptTitle;
  return (
    <Page title={title}>
      <div className="account">
        <h1>{title}</h1>
        {accepted.data ? (
          <p role="status">
            {words.people.acceptedAs(words.people.role[accepted.data.role])}{" "}
            <a href={accepted.data.url}>{words.people.goThere}</a>
          </p>
        ) : person ? (
          <>
            <p>{words.people.acceptText(person.email)}</p>
            <Button disabled={accepted.isPending || secret === ""} onClick={() => accepted.mutate()} fullWidth>
              {words.people.accept}
            </Button>
            {secret === "" && <p className="quiet">{words.people.noSecret}</p>}
            <Failure error={accepted.error} />
          </>
        ) : (
          <>
            <p>{words.people.signInFirst}</p>
            <p className="ways">
              <Link to="/sign-in" search={{ next: "/invitation" }}>
                {words.account.signIn}
              </Link>
              <Link to="/sign-up" search={{ next: "/invitation" }}>
                {words.account.signUp}
              </Link>
            </p>
          </>
        )}
      </div>
    </Page>
  );
}
