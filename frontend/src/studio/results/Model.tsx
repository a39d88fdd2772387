import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Model as Made, Shown } from "../../api/types";
import { crosstabs, modelLink, model as modelQuery } from "../data/results";
import { Failure } from "../frame/Failure";
import { count, percent } from "../numbers/format";
import { Crossed } from "../parts/results/Crossed";
import { words } from "../words/words";
import { Foresight } from "./Foresight";
import { modelSentence, teaches } from "./model";
import "./model.css";
import { askedIn } from "../parts/results/sentence";

interface ModelProps {
  id: string;
  version: number | undefined;
  shown: Shown;
}

/** How often each answer goes with each of those foretold: what the model knows, as numbers. */
function Chances({ made }: { made: Made }) {
  const { model: said } = words.results;
  return made.questions.map((question) => (
    <details key={question.id}>
      <summary>{said.chancesOf(question.text)}</summary>
      <p className="quiet note">{said.chancesText(made.foretold.text)}</p>
      <Crossed
        className="numbers"
        label={said.chancesOf(question.text)}
        rows={made.foretold.answers}
        columns={question.answers}
        cell={(row, column) => {
          const chance = question.chances[row]?.[column];
          return chance !== undefined && percent(chance);
        }}
      />
    </details>
  ));
}

function Card({ made, id, version, shown }: ModelProps & { made: Made }) {
  const { model: said } = words.results;
  return (
    <>
      <p role="status">
        <strong>{modelSentence(made)}</strong>
      </p>
      <Foresight made={made} simulated={shown.simulated} />
      {made.questions.length > 1 && <p className="quiet note">{said.together}</p>}
      <Chances made={made} />
      <h3>{said.worthTitle}</h3>
      <ul>
        <li>{said.notForPeople}</li>
        <li>{said.spends(count(made.reports))}</li>
        <li>{said.noHeldOut}</li>
        <li>{said.biased}</li>
        {made.left_out.length > 0 && <li>{said.leftOut(count(made.left_out.length))}</li>}
      </ul>
      <p className="ways">
        <a href={modelLink(id, made.foretold.id, version)} download="model.json">
          {said.download}
        </a>
      </p>
    </>
  );
}

function Making(props: ModelProps) {
  const { model: said } = words.results;
  const { id, version, shown } = props;
  const [asked, ask] = useState("");
  const { data: made, error, refetch } = useQuery(modelQuery(id, version, asked));
  if (error) return <Failure error={error} retry={() => refetch()} />;
  if (!made) return <p className="quiet">{words.loading}</p>;
  const texts = new Map(shown.questions.map((question) => [question.id, askedIn(question)]));
  return (
    <div className="model">
      <NativeSelect
        className="among"
        label={said.foretell}
        value={made.foretold.id}
        data={made.could_be.map((one) => ({ value: one, label: texts.get(one) ?? one }))}
        onChange={(changed) => ask(changed.currentTarget.value)}
      />
      <Card made={made} {...props} />
    </div>
  );
}

/** What the questions that were crossed foretell of each other. Made only when it is looked at. */
export function Model(props: ModelProps) {
  const { model: said } = words.results;
  const [open, setOpen] = useState(false);
  const { data } = useQuery(crosstabs(props.id, props.version));
  if (!data) return null;
  return (
    <section className="result" aria-labelledby="model">
      <h2 id="model">{said.title}</h2>
      <p className="quiet">{said.text}</p>
      {data.crosstabs.some(teaches) ? (
        <details onToggle={(toggled) => setOpen(toggled.currentTarget.open)}>
          <summary>{said.make}</summary>
          {open && <Making {...props} />}
        </details>
      ) : (
        <p className="quiet">{said.none}</p>
      )}
    </section>
  );
}
