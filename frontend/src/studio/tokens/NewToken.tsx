import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Scope, TokenCreated } from "../../api/types";
import { createToken, tokens } from "../data/work";
import { Failure } from "../frame/Failure";
import { Tick } from "../frame/Tick";
import { words } from "../words/words";
import { endsAt, SCOPES, scopeText } from "./scopes";

const EXPIRIES = ["30", "90", "365"] as const;

export function NewToken({ onCreated }: { onCreated: (created: TokenCreated) => void }) {
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const [days, setDays] = useState<string>("90");
  const queries = useQueryClient();
  const creation = useMutation({
    mutationFn: () => createToken({ name: name.trim(), scopes: [...scopes], expires_at: endsAt(days, new Date()) }),
    onSuccess: async (created) => {
      onCreated(created);
      setName("");
      setScopes([]);
      await queries.invalidateQueries({ queryKey: tokens.queryKey });
      window.scrollTo({ top: 0 });
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
      <h2>{words.tokens.create}</h2>
      <TextInput
        label={words.tokens.name}
        data-field="name"
        description={words.tokens.nameHint}
        required
        maxLength={100}
        value={name}
        onChange={(changed) => setName(changed.currentTarget.value)}
      />
      <fieldset>
        <legend>{words.tokens.scopes}</legend>
        {SCOPES.map((scope) => (
          <Tick
            key={scope}
            label={scopeText(scope)}
            checked={scopes.includes(scope)}
            onChange={(checked) => setScopes(checked ? [...scopes, scope] : scopes.filter((each) => each !== scope))}
          />
        ))}
      </fieldset>
      <NativeSelect
        label={words.tokens.expires}
        data-field="expires_at"
        value={days}
        data={EXPIRIES.map((value) => ({ value, label: words.tokens.expiry[value] }))}
        onChange={(changed) => setDays(changed.currentTarget.value)}
      />
      <Failure error={creation.error} />
      <Button type="submit" disabled={creation.isPending}>
        {creation.isPending ? words.tokens.creating : words.tokens.create}
      </Button>
    </form>
  );
}
