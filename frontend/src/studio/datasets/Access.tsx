import { Button, NativeSelect, Textarea } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { DataSet } from "../../api/types";
import { budget } from "../data/budgets";
import { askForAccess, stepAsAsker } from "../data/datasets";
import { Failure } from "../frame/Failure";
import { day } from "../numbers/format";
import { titleOf } from "../parts/budget/texts";
import { words } from "../words/words";

function AskForm({ found }: { found: DataSet }) {
  const [purpose, setPurpose] = useState("");
  const [role, setRole] = useState("");
  const queries = useQueryClient();
  const asked = useMutation({
    mutationFn: async () => {
      const draft = found.request?.state === "draft" ? found.request.id : null;
      const body = { data_set: found.id, purpose: purpose.trim(), role_wanted: role };
      const id = draft ?? (await askForAccess(body)).id;
      if (draft) await stepAsAsker(draft, { purpose: body.purpose, ...(role ? { role_wanted: role } : {}) });
      return stepAsAsker(id, { state: "submitted" });
    },
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ["datasets", found.id] });
      await queries.invalidateQueries({ queryKey: ["access-requests"] });
    },
  });
  return (
    <form
      className="new-token"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        asked.mutate();
      }}
    >
      <h3>{words.data.ask}</h3>
      <Textarea
        label={words.data.purpose}
        required
        autosize
        minRows={2}
        maxLength={5000}
        value={purpose}
        onChange={(typed) => setPurpose(typed.currentTarget.value)}
      />
      {found.offers.length > 0 && (
        <NativeSelect
          label={words.data.roleWanted}
          value={role}
          data={[
            { value: "", label: words.data.anyRole },
            ...found.offers.map(({ name, description }) => ({
              value: name,
              label: description ? `${name}: ${description}` : name,
            })),
          ]}
          onChange={(chosen) => setRole(chosen.currentTarget.value)}
        />
      )}
      <Failure error={asked.error} />
      <Button type="submit" disabled={asked.isPending}>
        {words.data.send}
      </Button>
    </form>
  );
}

function can(found: DataSet): string {
  const named: Readonly<Record<string, string>> = words.data.operations;
  const operations = found.operations.flatMap((operation) => {
    const said = named[operation];
    return said ? [said] : [];
  });
  return operations.length > 0 ? words.data.may(operations.join(words.listComma)) : words.data.accessNone;
}

/** What is left, in questions like the viewer's last. */
function Left({ id }: { id: string }) {
  const { data: found } = useQuery(budget(id));
  if (!found) return null;
  return (
    <p>
      {titleOf(found)}
      {" · "}
      <Link to="/data/$id/budget" params={{ id }}>
        {words.budget.link}
      </Link>
    </p>
  );
}

/** What may I do with it, and how do I ask for more? */
export function Access({ found }: { found: DataSet }) {
  const { request } = found;
  const isOpen = request && ["submitted", "questions", "approved"].includes(request.state);
  const state = words.data.states[request?.state ?? "draft"];
  return (
    <section aria-labelledby="access">
      <h2 id="access">{words.data.access}</h2>
      <p>{found.is_owner ? words.data.accessOwner : can(found)}</p>
      <Left id={found.id} />
      {isOpen && (
        <p>
          <Link to="/requests">{words.data.mine}</Link>
          {": "}
          {state}
          {request.expires_at && ` ${words.data.until(day(request.expires_at))}`}
        </p>
      )}
      {!found.is_owner && !isOpen && <AskForm found={found} />}
    </section>
  );
}
