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
  request: AccessRequest;
  as: "owner" | "asker";
}

function Steps({ request }: { request: AccessRequest }) {
  const told = request.steps.filter(({ deed }) => deed !== "edit");
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

function useStep(request: AccessRequest, send: typeof decide) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestStep) => send(request.id, body),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["access-requests"] });
      await queries.invalidateQueries({ queryKey: ["datasets", request.data_set.id] });
    },
  });
}

/** Ends on the day itself, late in the evening. */
function endOf(chosen: string): string {
  return new Date(`${chosen}T23:59:59`).toISOString();
}

function Decide({ request }: { request: AccessRequest }) {
  const { data: about } = useQuery(dataSet(request.data_set.id));
  const offers = about?.offers.map(({ name }) => name) ?? [];
  const [role, setRole] = useState(request.role_wanted);
  const [until, setUntil] = useState("");
  const [reason, setReason] = useState("");
  const step = useStep(request, decide);
  const chosen = offers.includes(role) ? role : (offers[0] ?? "");
  if (request.state === "approved") {
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
        step.mutate({ state: "approved", role: chosen, expires_at: endOf(until), said: reason });
      }}
    >
      {about && offers.length === 0 && <p className="refuse">{words.data.noPolicy}</p>}
      {request.state === "submitted" && offers.length > 0 && (
        <>
          <NativeSelect
            label={words.data.grantRole}
            data-field="role"
            value={chosen}
            data={offers}
            onChange={(picked) => setRole(picked.currentTarget.value)}
          />
          <TextInput
            type="date"
            label={words.data.grantUntil}
            data-field="expires_at"
            required
            value={until}
            onChange={(typed) => setUntil(typed.currentTarget.value)}
          />
        </>
      )}
      <Textarea
        label={words.data.reason}
        data-field="said"
        autosize
        maxLength={5000}
        value={reason}
        onChange={(typed) => setReason(typed.currentTarget.value)}
      />
      <Failure error={step.error} />
      <div className="actions">
        {request.state === "submitted" && offers.length > 0 && (
          <Button type="submit" disabled={step.isPending}>
            {words.data.approve}
          </Button>
        )}
        {request.can.includes("ask") && (
          <Button
            variant="default"
            disabled={step.isPending || reason.trim() === ""}
            onClick={() => step.mutate({ state: "questions", said: reason })}
          >
            {words.data.askBack}
          </Button>
        )}
        <Button
          variant="refuse"
          disabled={step.isPending || reason.trim() === ""}
          onClick={() => step.mutate({ state: "refused", said: reason })}
        >
          {words.data.refuse}
        </Button>
      </div>
    </form>
  );
}

function Answer({ request }: { request: AccessRequest }) {
  const [reason, setReason] = useState("");
  const step = useStep(request, stepAsAsker);
  return (
    <form
      onSubmit={(submitted) => {
        submitted.preventDefault();
        step.mutate({ state: "submitted", said: reason });
      }}
    >
      {request.state === "questions" && (
        <Textarea
          label={words.data.reason}
          data-field="said"
          required
          autosize
          maxLength={5000}
          value={reason}
          onChange={(typed) => setReason(typed.currentTarget.value)}
        />
      )}
      <Failure error={step.error} />
      <div className="actions">
        {request.state === "questions" && (
          <Button type="submit" disabled={step.isPending}>
            {words.data.answer}
          </Button>
        )}
        {request.can.includes("withdraw") && (
          <Button variant="default" disabled={step.isPending} onClick={() => step.mutate({ state: "draft" })}>
            {words.data.withdraw}
          </Button>
        )}
        {request.can.includes("revoke") && (
          <Button variant="default" disabled={step.isPending} onClick={() => step.mutate({ state: "revoked" })}>
            {words.data.giveUp}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Who asks, why, what was said, and what can be done now. */
export function OneRequest({ request, as }: OneRequestProps) {
  const who = request.person.name || request.person.email;
  return (
    <article className="request">
      <h3>
        {as === "owner" ? words.data.asksFor(who, request.data_set.name) : request.data_set.name || words.data.hidden}{" "}
        <span className="quiet">
          {words.data.states[request.state]}
          {request.state === "approved" && request.expires_at && ` ${words.data.until(day(request.expires_at))}`}
        </span>
      </h3>
      <p>
        <Link to="/data/$id" params={{ id: request.data_set.id }}>
          {words.data.toDataSet}
        </Link>
      </p>
      <blockquote>{request.purpose}</blockquote>
      <Steps request={request} />
      {request.can.length > 0 && as === "owner" && <Decide request={request} />}
      {request.can.length > 0 && as === "asker" && <Answer request={request} />}
    </article>
  );
}
