import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Model as AnswerModel, Shown } from "../../../api/types";
import { crosstabs, modelLink, model as modelQuery } from "../../data/results";
import { Failure } from "../../frame/Failure";
import { count, percent } from "../../numbers/format";
import { Crossed } from "../../parts/results/Crossed";
import { words } from "../../words/words";
import { Foresight } from "./Foresight";
import { Lines } from "./Lines";
import { beatsSentence, modelSentence, teaches } from "./model";
import "./model.css";
import { askedIn } from "../../parts/results/sentence";

interface ModelProps {
  id: string;
  version: number | undefined;
  shown: Shown;
}

/** How often each answer goes with each of those foretold: what the model knows, as numbers. */
function Chances({ model }: { model: AnswerModel }) {
  const { model: text } = words.results;
  return model.questions.map((question) => (
    <details key={question.id}>
      <summary>{text.chancesOf(question.text)}</summary>
      <p className="quiet note">{text.chancesText(model.foretold.text)}</p>
      <Crossed
        className="numbers"
        label={text.chancesOf(question.text)}
        rows={model.foretold.answers}
        columns={question.answers}
        cell={(row, column) => {
          const chance = question.chances[row]?.[column];
          return chance !== undefined && percent(chance);
        }}
      />
    </details>
  ));
}

function Card({ model, id, version, shown }: ModelProps & { model: AnswerModel }) {
  const { model: text } = words.results;
  return (
    <>
      <p role="status">
        <strong>{modelSentence(model)}</strong>
      </p>
      <p className="note">{beatsSentence(model)}</p>
      <Foresight model={model} simulated={shown.simulated} />
      {model.questions.length > 1 && <p className="quiet note">{text.together}</p>}
      <Chances model={model} />
      <Lines model={model} shown={shown} />
      <h3>{text.worthTitle}</h3>
      <ul>
        <li>{text.notForPeople}</li>
        <li>{text.spends(count(model.reports))}</li>
        <li>{text.noHeldOut}</li>
        <li>{text.biased}</li>
        {model.left_out.length > 0 && <li>{text.leftOut(count(model.left_out.length))}</li>}
      </ul>
      <p className="ways">
        <a href={modelLink(id, model.foretold.id, version)} download="model.json">
          {text.download}
        </a>
      </p>
    </>
  );
}

function Making(props: ModelProps) {
  const { model: text } = words.results;
  const { id, version, shown } = props;
  const [target, setTarget] = useState("");
  const { data: model, error, refetch } = useQuery(modelQuery(id, version, target));
  if (error) return <Failure error={error} retry={() => refetch()} />;
  if (!model) return <p className="quiet">{words.loading}</p>;
  const texts = new Map(shown.questions.map((question) => [question.id, askedIn(question)]));
  return (
    <div className="model">
      <NativeSelect
        className="among"
        label={text.foretell}
        value={model.foretold.id}
        data={model.could_be.map((question) => ({ value: question, label: texts.get(question) ?? question }))}
        onChange={(changed) => setTarget(changed.currentTarget.value)}
      />
      <Card model={model} {...props} />
    </div>
  );
}

/** What the questions that were crossed foretell of each other. Made only when it is looked at. */
export function Model(props: ModelProps) {
  const { model: text } = words.results;
  const [open, setOpen] = useState(false);
  const { data } = useQuery(crosstabs(props.id, props.version));
  if (!data) return null;
  return (
    <section className="result" aria-labelledby="model">
      <h2 id="model">{text.title}</h2>
      <p className="quiet">{text.text}</p>
      {data.crosstabs.some(teaches) ? (
        <details onToggle={(toggled) => setOpen(toggled.currentTarget.open)}>
          <summary>{text.make}</summary>
          {open && <Making {...props} />}
        </details>
      ) : (
        <p className="quiet">{text.none}</p>
      )}
    </section>
  );
}
