import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Refusal } from "../../api/refusal";
import type { Person } from "../../api/types";
import { me } from "../data/account";
import { keep } from "../data/memory";
import { changePassword, editMe, sessions } from "../data/security";
import { Failure } from "../frame/Failure";
import { Page } from "../frame/Page";
import { choose } from "../words/choice";
import { isLanguage, LANGUAGES, words } from "../words/words";
import { PasswordField } from "./Credentials";
import { SecondFactors } from "./SecondFactors";
import { Sessions } from "./Sessions";

function Details({ person }: { person: Person }) {
  const [name, setName] = useState(person.name);
  const queries = useQueryClient();
  const saved = useMutation({
    mutationFn: editMe,
    onSuccess: async (changed) => {
      await keep(queries, me.queryKey, changed);
      if (isLanguage(changed.language)) await choose(changed.language, changed.id);
    },
  });
  const languages = [
    { value: "", label: words.own.asBrowser },
    ...Object.entries(LANGUAGES).map(([value, label]) => ({ value, label })),
  ];
  return (
    <form
      className="new-token"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        saved.mutate({ name: name.trim() });
      }}
    >
      <TextInput
        label={words.own.name}
        data-field="name"
        description={words.own.nameHint}
        maxLength={200}
        autoComplete="name"
        value={name}
        onChange={(typed) => setName(typed.currentTarget.value)}
      />
      <NativeSelect
        label={words.language}
        data-field="language"
        value={person.language}
        data={languages}
        onChange={(changed) => {
          const next = changed.currentTarget.value;
          saved.mutate({ language: isLanguage(next) ? next : "" });
        }}
      />
      <Failure error={saved.error} />
      <Button type="submit" variant="default" disabled={saved.isPending}>
        {words.own.saveName}
      </Button>
      <p className="quiet" role="status">
        {saved.isSuccess ? words.own.saved : ""}
      </p>
    </form>
  );
}

function Password() {
  const [old, setOld] = useState("");
  const [next, setNext] = useState("");
  const queries = useQueryClient();
  const changed = useMutation({
    mutationFn: () => changePassword({ current_password: old, new_password: next }),
    onSuccess: async () => {
      setOld("");
      setNext("");
      await queries.invalidateQueries({ queryKey: sessions.queryKey });
    },
  });
  const refusal = changed.error instanceof Refusal ? changed.error : null;
  const atField = refusal?.fields.current_password ?? refusal?.fields.new_password;
  return (
    <section aria-labelledby="change-password">
      <h2 id="change-password">{words.own.changePassword}</h2>
      <form
        className="new-token"
        onSubmit={(submitted) => {
          submitted.preventDefault();
          changed.mutate();
        }}
      >
        <PasswordField value={old} error={refusal?.fields.current_password ?? null} isNew={false} onChange={setOld} />
        <PasswordField value={next} error={refusal?.fields.new_password ?? null} isNew onChange={setNext} />
        {!atField && <Failure error={changed.error} />}
        <Button type="submit" variant="default" disabled={changed.isPending}>
          {words.own.changePassword}
        </Button>
        <p className="quiet" role="status">
          {changed.isSuccess ? words.own.passwordChanged : ""}
        </p>
      </form>
    </section>
  );
}

/** Who am I here, what guards it, and where am I signed in? */
export function Account() {
  const { data: person } = useQuery(me);
  if (!person) return <p className="quiet">{words.loading}</p>;
  const title = words.own.title(person.second_factor);
  return (
    <Page title={title}>
      <h1>{title}</h1>
      <p className="quiet">{person.email}</p>
      <Details person={person} />
      <Password />
      <SecondFactors />
      <Sessions />
    </Page>
  );
}
