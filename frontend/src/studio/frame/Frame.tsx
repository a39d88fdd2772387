import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, Outlet, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { me, signOut } from "../data/account";
import { settleDrafts } from "../data/drafts/useAutosave";
import { keep } from "../data/memory";
import { Hatch } from "../mark/Hatch";
import { Logo } from "../mark/Logo";
import { speakTo } from "../words/choice";
import { words } from "../words/words";
import { LanguageChoice } from "./LanguageChoice";
import { Notice } from "./Notice";

function Account() {
  const { data: person } = useQuery(me);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const id = person?.id;
  useEffect(() => {
    if (id) void speakTo(id, person?.language);
  }, [id, person?.language]);
  if (!person) {
    return (
      <p className="whoami">
        <LanguageChoice person={undefined} />
      </p>
    );
  }
  async function leave() {
    await settleDrafts();
    await signOut();
    queries.removeQueries({ predicate: (query) => query.queryKey[0] !== me.queryKey[0] });
    await keep(queries, me.queryKey, null);
    await navigate({ to: "/sign-in" });
  }
  return (
    <>
      <nav aria-label={words.navigation}>
        <Link to="/" activeOptions={{ exact: true, includeSearch: false }}>
          {words.surveys}
        </Link>
        <Link to="/data">{words.data.data}</Link>
        <Link to="/requests">{words.data.requests}</Link>
        <Link to="/evaluate">{words.evaluate.evaluate}</Link>
        <Link to="/people">{words.people.people}</Link>
        <Link to="/tokens">{words.tokens_}</Link>
        {person.acts_as_administrator && <Link to="/audit">{words.audit.audit}</Link>}
      </nav>
      <p className="whoami">
        <LanguageChoice person={person.id} />
        <Link to="/account" className="address">
          {person.email}
        </Link>
        <button type="button" className="text-button" onClick={leave}>
          {words.signOut}
        </button>
      </p>
    </>
  );
}

export function Frame() {
  const { data: person } = useQuery(me);
  return (
    <>
      <a className="skip" href="#content">
        {words.skipToContent}
      </a>
      <Hatch />
      <header className="top">
        <Link to="/" className="product">
          <Logo />
          {words.product}
        </Link>
        <Account />
      </header>
      {person && <Notice person={person} />}
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
    </>
  );
}
