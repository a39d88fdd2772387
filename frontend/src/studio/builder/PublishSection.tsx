import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Draft, Survey } from "../../api/types";
import type { SaveState } from "../data/drafts/keeper";
import type { May } from "../data/people";
import { publish, remove } from "../data/surveys";
import { Confirm } from "../frame/Confirm";
import { Failure } from "../frame/Failure";
import { moment } from "../numbers/format";
import { readiness } from "../parts/draft/readiness";
import { words } from "../words/words";
import { CheckList, FaultList, TranslationNotes } from "./CheckList";
import type { Faults } from "./faults";

interface PublishProps {
  survey: Survey;
  draft: Draft;
  state: SaveState;
  faults: Faults;
  may: May;
}

function DeleteDraft({ survey }: { survey: Survey }) {
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const gone = useMutation({
    mutationFn: () => remove(survey.id),
    onSuccess: async () => {
      await navigate({ to: "/" });
      queries.removeQueries({ queryKey: ["survey", survey.id] });
      await queries.invalidateQueries({ queryKey: ["surveys"] });
    },
  });
  return (
    <>
      <button type="button" className="text-button refuse" onClick={() => setAsking(true)}>
        {words.build.delete}
      </button>
      <Confirm
        opened={isAsking}
        title={words.build.deleteTitle}
        yes={words.build.deleteNow}
        destructive
        busy={gone.isPending}
        onYes={() => gone.mutate()}
        onNo={() => setAsking(false)}
      >
        <p>{words.build.deleteText}</p>
        <Failure error={gone.error} />
      </Confirm>
    </>
  );
}

export function PublishSection({ survey, draft, state, faults, may }: PublishProps) {
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const published = useMutation({
    mutationFn: () => publish(survey.id),
    onSuccess: async () => {
      setAsking(false);
      await queries.invalidateQueries({ queryKey: ["survey", survey.id] });
      window.scrollTo({ top: 0 });
    },
  });
  const checks = readiness(draft);
  const saved = state.kind === "saved";
  const number = survey.versions.length + 1;
  const label = number === 1 ? words.build.publish : words.build.publishNew(number);
  const open = survey.versions.find((version) => version.state !== "closed");
  return (
    <section className="actions publish">
      <Button onClick={() => setAsking(true)}>{label}</Button>
      {survey.versions.length === 0 && may("survey.delete") && <DeleteDraft survey={survey} />}
      <Confirm
        opened={isAsking}
        title={words.build.publishTitle}
        yes={published.isPending ? words.build.publishing : words.build.publishNow}
        no={words.build.notYet}
        disabled={!saved || checks.some((check) => !check.done) || Object.keys(faults).length > 0}
        busy={published.isPending}
        onYes={() => published.mutate()}
        onNo={() => setAsking(false)}
      >
        <CheckList draft={draft} checks={checks} saved={saved} />
        <FaultList draft={draft} faults={faults} />
        <TranslationNotes draft={draft} />
        <p>{words.build.publishText}</p>
        {!("closes_at" in faults) && (
          <p>
            {draft.closes_at === null ? words.build.publishNoEnd : words.build.publishEnds(moment(draft.closes_at))}
          </p>
        )}
        {open && <p>{words.build.publishReplaces(open.number)}</p>}
        <Failure error={published.error} />
      </Confirm>
    </section>
  );
}
