import { Button, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { AccessRequest, RequestStep } from "../../api/types";
import { dataSet, decide, stepAsAsker } from "../data/datasets";
import { Failure } from "../frame/Failure";
import { day, moment } from "../numbers/format";
import { words } from "../words/words";

interface OneRequestProps {
  asked: AccessRequest;
  as: "owner" | "asker";
}

function Steps({ asked }: { asked: AccessRequest }) {
  const told = asked.steps.filter(({ deed }) => deed !== "edit");
  return (
    <ul>
      {told.map((step) => (
        <li key={step.at}>
          {step.person} {words.data.deeds[step.deed]} <span className="quiet">{moment(step.at)}</span>
          {step.said && <blockquote>{step.said}</blockquote>}
        </li>
      ))}
    </ul>
  );
}

function useStep(asked: AccessRequest, send: typeof decide) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestStep) => send(asked.id, body),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["access-requests"] });
      await queries.invalidateQueries({ queryKey: ["datasets", asked.data_set.id] });
    },
  });
}

/** Ends on the day itself, late in the evening. */
function endOf(chosen: string): string {
  return new Date(`${chosen}T23:59:59`).toISOString();
}

function Decide({ asked }: { asked: AccessRequest }) {
  const { data: about } = useQuery(dataSet(asked.data_set.id));
  const offers = about?.offers.map(({ name }) => name) ?? [];
  const [role, setRole] = useState(asked.role_wanted);
  const [until, setUntil] = useState("");
  const [said, setSaid] = useState("");
  const step = useStep(asked, decide);
  const chosen = offers.includes(role) ? role : (offers[0] ?? "");
  if (asked.state === "approved") {
    return (
      <div className="actions">
        <Button variant="refuse" disabled={step.isPending} onClick={() => step.mutate({ state: "revoked" })}>
          {words.data.revoke}
        </Button>
        <Failure error={step.error} />
      </div>
    );
  }
  return (
    <form
      onSubmit={(submitted) => {
        submitted.preventDefault();
        step.mutate({ state: "approved", role: chosen, expires_at: endOf(until), said });
      }}
    >
      {about && offers.length === 0 && <p className="refuse">{words.data.noPolicy}</p>}
      {asked.state === "submitted" && offers.length > 0 && (
        <>
          <NativeSelect
            label={words.data.grantRole}
            value={chosen}
            data={offers}
            onChange={(picked) => setRole(picked.currentTarget.value)}
          />
          <TextInput
            type="date"
            label={words.data.grantUntil}
            required
            value={until}
            onChange={(typed) => setUntil(typed.currentTarget.value)}
          />
        </>
      )}
      <Textarea
        label={words.data.reason}
        autosize
        maxLength={5000}
        value={said}
        onChange={(typed) => setSaid(typed.currentTarget.value)}
      />
      <Failure error={step.error} />
      <div className="actions">
        {asked.state === "submitted" && offers.length > 0 && (
          <Button type="submit" disabled={step.isPending}>
            {words.data.approve}
          </Button>
        )}
        {asked.can.includes("ask") && (
          <Button
            variant="default"
            disabled={step.isPending || said.trim() === ""}
            onClick={() => step.mutate({ state: "questions", said })}
          >
            {words.data.askBack}
          </Button>
        )}
        <Button
          variant="refuse"
          disabled={step.isPending || said.trim() === ""}
          onClick={() => step.mutate({ state: "refused", said })}
        >
          {words.data.refuse}
        </Button>
      </div>
    </form>
  );
}

function Answer({ asked }: { asked: AccessRequest }) {
  const [said, setSaid] = useState("");
  const step = useStep(asked, stepAsAsker);
  return (
    <form
      onSubmit={(submitted) => {
        submitted.preventDefault();
        step.mutate({ state: "submitted", said });
      }}
    >
      {asked.state === "questions" && (
        <Textarea
          label={words.data.reason}
          required
          autosize
          maxLength={5000}
          value={said}
          onChange={(typed) => setSaid(typed.currentTarget.value)}
        />
      )}
      <Failure error={step.error} />
      <div className="actions">
        {asked.state === "questions" && (
          <Button type="submit" disabled={step.isPending}>
            {words.data.answer}
          </Button>
        )}
        {asked.can.includes("withdraw") && (
          <Button variant="default" disabled={step.isPending} onClick={() => step.mutate({ state: "draft" })}>
            {words.data.withdraw}
          </Button>
        )}
        {asked.can.includes("revoke") && (
          <Button variant="default" disabled={step.isPending} onClick={() => step.mutate({ state: "revoked" })}>
            {words.data.giveUp}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Who asks, why, what was said, and what can be done now. */
export function OneRequest({ asked, as }: OneRequestProps) {
  const who = asked.person.name || asked.person.email;
  return (
    <article className="request">
      <h3>
        {as === "owner" ? words.data.asksFor(who, asked.data_set.name) : asked.data_set.name || words.data.hidden}{" "}
        <span className="quiet">
          {words.data.states[asked.state]}
          {asked.state === "approved" && asked.expires_at && ` ${words.data.until(day(asked.expires_at))}`}
        </span>
      </h3>
      <p>
        <Link to="/data/$id" params={{ id: asked.data_set.id }}>
          {words.data.toDataSet}
        </Link>
      </p>
      <blockquote>{asked.purpose}</blockquote>
      <Steps asked={asked} />
      {asked.can.length > 0 && as === "owner" && <Decide asked={asked} />}
      {asked.can.length > 0 && as === "asker" && <Answer asked={asked} />}
    </article>
  );
}
