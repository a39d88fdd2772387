import { Button, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { ReleaseToMake } from "../../../api/types";
import { releaseCandidate } from "../../data/anonymisations";
import { dataSet } from "../../data/datasets";
import { Failure, sentenceFor } from "../../frame/Failure";
import { languageOf } from "../../frame/ServerMessage";
import { Choice } from "../../parts/Choice";
import { guaranteeOfPlan } from "../../parts/releaseCard";
import { words } from "../../words/words";
import { reasonText } from "../reasons";
import type { Point } from "./dots";
import { isLost } from "./population";

type Audience = ReleaseToMake["audience"];
const AUDIENCES: readonly [Audience, Audience] = ["recipients", "public"];

type Reason = Point["outcome"]["public"][number];

/** A reason of a later server may have no words here: then it stands as it says it. */
function ReasonText({ of: { code, detail, about } }: { of: Reason }) {
  const text = words.rows.publicReasons;
  switch (code) {
    case "many_quasi":
      return text.many_quasi(about[0] ?? "", about[1] ?? "");
    case "unguarded":
      return text.unguarded(about.join(words.listComma));
    case "released_before":
      return text.released_before;
    default:
      return <span lang="en">{detail}</span>;
  }
}

function Reasons({ reasons }: { reasons: readonly Reason[] }) {
  const text = words.rows;
  if (reasons.length === 0) return <p className="quiet">{text.publicYes}</p>;
  return (
    <div>
      <p>{text.publicTitle}</p>
      <ul>
        {reasons.map((reason) => (
          <li key={reason.detail}>
            <ReasonText of={reason} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ReleaseFormProps {
  dataSet: string;
  anonymisation: string;
  point: Pick<Point, "place" | "models"> & { outcome: Pick<Point["outcome"], "public" | "beside"> };
  /** The columns of the plan, with what became of them. */
  columns: readonly { readonly name: string; readonly role: string }[];
  /** The data set that the plan compares with; "" where there is none. */
  population: string;
}

function Form({ dataSet, anonymisation, point }: Pick<ReleaseFormProps, "dataSet" | "anonymisation" | "point">) {
  const wording = words.rows;
  const [typed, setTyped] = useState({ title: "", licence: "", citation: "" });
  const [wanted, setAudience] = useState<Audience>("recipients");
  const queries = useQueryClient();
  const navigate = useNavigate();
  const mayBePublic = point.outcome.public.length === 0;
  const audience = mayBePublic ? wanted : "recipients";
  const request = useMutation({
    mutationFn: (candidate: number) => releaseCandidate(anonymisation, { candidate, audience, ...typed }),
    onSuccess: async (release) => {
      await queries.invalidateQueries({ queryKey: ["releases"] });
      await navigate({ to: "/data/$id/releases/$release", params: { id: dataSet, release: release.id } });
    },
  });
  const text = (field: keyof typeof typed) => ({
    "data-field": field,
    value: typed[field],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setTyped((before) => ({ ...before, [field]: value })),
  });
  return (
    <form
      className="new-token"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        request.mutate(point.place);
      }}
    >
      <TextInput label={wording.name} description={wording.nameHint} required maxLength={200} {...text("title")} />
      <Choice
        label={wording.audience}
        field="audience"
        value={audience}
        choices={mayBePublic ? AUDIENCES : ["recipients"]}
        named={wording.audienceNames}
        onChange={setAudience}
      />
      <TextInput label={wording.licence} maxLength={200} {...text("licence")} />
      <Textarea label={wording.citation} autosize minRows={2} maxLength={2000} {...text("citation")} />
      {request.variables === point.place && <Failure error={request.error} />}
      <Button type="submit" disabled={request.isPending}>
        {request.isPending ? wording.making : wording.make}
      </Button>
    </form>
  );
}

/** What can be released at all: of a plan whose population is lost, no candidate can. */
function Offered(props: ReleaseFormProps) {
  const text = words.rows;
  const { population, point } = props;
  const { data, error } = useQuery({ ...dataSet(population), enabled: population !== "" });
  if (population !== "" && isLost(data, error)) return <p className="failure">{text.populationGone}</p>;
  return (
    <>
      <p>{text.chooseText}</p>
      <Reasons reasons={point.outcome.public} />
      <Form {...props} />
    </>
  );
}

/** Shall it be this one? What speaks against it is said before it is asked for. */
export function ReleaseForm(props: ReleaseFormProps) {
  const text = words.rows;
  const { outcome } = props.point;
  const beside = outcome.beside ? reasonText(outcome.beside.reasons, outcome.beside.detail) : undefined;
  return (
    <section aria-labelledby="choose">
      <h2 id="choose">{text.choose}</h2>
      <p>
        <strong>{guaranteeOfPlan(props.point.models, props.columns)}</strong>
      </p>
      <p className="quiet">{text.notAnonymous}</p>
      {outcome.beside ? (
        <div className="failure">
          <p>
            <strong>{text.besideTitle}</strong>
          </p>
          <p>{sentenceFor(outcome.beside.code)}</p>
          <p className="quiet" lang={beside && languageOf(beside)}>
            {beside?.text}
          </p>
        </div>
      ) : (
        <Offered {...props} />
      )}
    </section>
  );
}
