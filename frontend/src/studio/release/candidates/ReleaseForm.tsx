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

type Reason = Point["found"]["public"][number];

/** A reason of a later server may have no words here: then it stands as it says it. */
function ReasonText({ of: { code, detail, about } }: { of: Reason }) {
  const said = words.rows.publicReasons;
  switch (code) {
    case "many_quasi":
      return said.many_quasi(about[0] ?? "", about[1] ?? "");
    case "unguarded":
      return said.unguarded(about.join(words.listComma));
    case "released_before":
      return said.released_before;
    default:
      return <span lang="en">{detail}</span>;
  }
}

function Reasons({ reasons }: { reasons: readonly Reason[] }) {
  const said = words.rows;
  if (reasons.length === 0) return <p className="quiet">{said.publicYes}</p>;
  return (
    <div>
      <p>{said.publicTitle}</p>
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
  point: Pick<Point, "place" | "models"> & { found: Pick<Point["found"], "public" | "beside"> };
  /** The columns of the plan, with what became of them. */
  columns: readonly { readonly name: string; readonly role: string }[];
  /** The data set that the plan compares with; "" where there is none. */
  population: string;
}

function Form({ dataSet, anonymisation, point }: Pick<ReleaseFormProps, "dataSet" | "anonymisation" | "point">) {
  const said = words.rows;
  const [typed, setTyped] = useState({ title: "", licence: "", citation: "" });
  const [wanted, setAudience] = useState<Audience>("recipients");
  const queries = useQueryClient();
  const navigate = useNavigate();
  const mayBePublic = point.found.public.length === 0;
  const audience = mayBePublic ? wanted : "recipients";
  const made = useMutation({
    mutationFn: (candidate: number) => releaseCandidate(anonymisation, { candidate, audience, ...typed }),
    onSuccess: async (release) => {
      await queries.invalidateQueries({ queryKey: ["releases"] });
      await navigate({ to: "/data/$id/releases/$release", params: { id: dataSet, release: release.id } });
    },
  });
  const text = (field: keyof typeof typed) => ({
    value: typed[field],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setTyped((before) => ({ ...before, [field]: value })),
  });
  return (
    <form
      className="new-token"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        made.mutate(point.place);
      }}
    >
      <TextInput label={said.name} description={said.nameHint} required maxLength={200} {...text("title")} />
      <Choice
        label={said.audience}
        value={audience}
        choices={mayBePublic ? AUDIENCES : ["recipients"]}
        named={said.audienceNames}
        onChange={setAudience}
      />
      <TextInput label={said.licence} maxLength={200} {...text("licence")} />
      <Textarea label={said.citation} autosize minRows={2} maxLength={2000} {...text("citation")} />
      {made.variables === point.place && <Failure error={made.error} />}
      <Button type="submit" disabled={made.isPending}>
        {made.isPending ? said.making : said.make}
      </Button>
    </form>
  );
}

/** What can be released at all: of a plan whose population is lost, no candidate can. */
function Offered(props: ReleaseFormProps) {
  const said = words.rows;
  const { population, point } = props;
  const { data, error } = useQuery({ ...dataSet(population), enabled: population !== "" });
  if (population !== "" && isLost(data, error)) return <p className="failure">{said.populationGone}</p>;
  return (
    <>
      <p>{said.chooseText}</p>
      <Reasons reasons={point.found.public} />
      <Form {...props} />
    </>
  );
}

/** Shall it be this one? What speaks against it is said before it is asked for. */
export function ReleaseForm(props: ReleaseFormProps) {
  const said = words.rows;
  const { found } = props.point;
  const beside = found.beside ? reasonText(found.beside.reasons, found.beside.detail) : undefined;
  return (
    <section aria-labelledby="choose">
      <h2 id="choose">{said.choose}</h2>
      <p>
        <strong>{guaranteeOfPlan(props.point.models, props.columns)}</strong>
      </p>
      <p className="quiet">{said.notAnonymous}</p>
      {found.beside ? (
        <div className="failure">
          <p>
            <strong>{said.besideTitle}</strong>
          </p>
          <p>{sentenceFor(found.beside.code)}</p>
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
