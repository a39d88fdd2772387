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

function AskForm({ dataSet }: { dataSet: DataSet }) {
  const [purpose, setPurpose] = useState("");
  const [role, setRole] = useState("");
  const queries = useQueryClient();
  const request = useMutation({
    mutationFn: async () => {
      const draft = dataSet.request?.state === "draft" ? dataSet.request.id : null;
      const body = { data_set: dataSet.id, purpose: purpose.trim(), role_wanted: role };
      const id = draft ?? (await askForAccess(body)).id;
      if (draft) await stepAsAsker(draft, { purpose: body.purpose, ...(role ? { role_wanted: role } : {}) });
      return stepAsAsker(id, { state: "submitted" });
    },
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ["datasets", dataSet.id] });
      await queries.invalidateQueries({ queryKey: ["access-requests"] });
    },
  });
  return (
    <form
      className="new-token"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        request.mutate();
      }}
    >
      <h3>{words.data.ask}</h3>
      <Textarea
        label={words.data.purpose}
        data-field="purpose"
        required
        autosize
        minRows={2}
        maxLength={5000}
        value={purpose}
        onChange={(typed) => setPurpose(typed.currentTarget.value)}
      />
      {dataSet.offers.length > 0 && (
        <NativeSelect
          label={words.data.roleWanted}
          data-field="role_wanted"
          value={role}
          data={[
            { value: "", label: words.data.anyRole },
            ...dataSet.offers.map(({ name, description }) => ({
              value: name,
              label: description ? `${name}: ${description}` : name,
            })),
          ]}
          onChange={(chosen) => setRole(chosen.currentTarget.value)}
        />
      )}
      <Failure error={request.error} />
      <Button type="submit" disabled={request.isPending}>
        {words.data.send}
      </Button>
    </form>
  );
}

function can(dataSet: DataSet): string {
  const named: Readonly<Record<string, string>> = words.data.operations;
  const operations = dataSet.operations.flatMap((operation) => {
    const label = named[operation];
    return label ? [label] : [];
  });
  return operations.length > 0 ? words.data.may(operations.join(words.listComma)) : words.data.accessNone;
}

/** What is left, in questions like the viewer's last. */
function Left({ id }: { id: string }) {
  const { data: balance } = useQuery(budget(id));
  if (!balance) return null;
  return (
    <p>
      {titleOf(balance)}
      {" · "}
      <Link to="/data/$id/budget" params={{ id }}>
        {words.budget.link}
      </Link>
    </p>
  );
}

/** What may I do with it, and how do I ask for more? */
export function Access({ dataSet }: { dataSet: DataSet }) {
  const { request } = dataSet;
  const isOpen = request && ["submitted", "questions", "approved"].includes(request.state);
  const state = words.data.states[request?.state ?? "draft"];
  return (
    <section aria-labelledby="access">
      <h2 id="access">{words.data.access}</h2>
      <p>{dataSet.is_owner ? words.data.accessOwner : can(dataSet)}</p>
      <Left id={dataSet.id} />
      {isOpen && (
        <p>
          <Link to="/requests">{words.data.mine}</Link>
          {": "}
          {state}
          {request.expires_at && ` ${words.data.until(day(request.expires_at))}`}
        </p>
      )}
      {!dataSet.is_owner && !isOpen && <AskForm dataSet={dataSet} />}
    </section>
  );
}
