import { Button, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Survey } from "../../api/types";
import { keep } from "../data/memory";
import type { May } from "../data/people";
import { archive, destroy, unarchive } from "../data/running";
import { survey as surveyQuery } from "../data/surveys";
import { Confirm } from "../frame/Confirm";
import { Failure } from "../frame/Failure";
import { day } from "../numbers/format";
import { words } from "../words/words";

function Delete({ survey }: { survey: Survey }) {
  const [isAsking, setAsking] = useState(false);
  const [typed, setTyped] = useState("");
  const navigate = useNavigate();
  const queries = useQueryClient();
  const gone = useMutation({
    mutationFn: () => destroy(survey.id, typed),
    onSuccess: async () => {
      await navigate({ to: "/surveys/$id/gone", params: { id: survey.id } });
      queries.removeQueries({ queryKey: ["survey", survey.id] });
      await queries.invalidateQueries({ queryKey: ["surveys"] });
    },
  });
  return (
    <>
      <button type="button" className="text-button refuse" onClick={() => setAsking(true)}>
        {words.share.delete}
      </button>
      <Confirm
        opened={isAsking}
        title={words.share.deleteTitle}
        yes={gone.isPending ? words.share.deleting : words.share.deleteNow}
        destructive
        disabled={typed !== survey.title}
        busy={gone.isPending}
        onYes={() => gone.mutate()}
        onNo={() => setAsking(false)}
      >
        <p>{words.share.deleteText}</p>
        <TextInput
          label={words.share.deleteType}
          data-field="confirm"
          description={survey.title}
          autoComplete="off"
          value={typed}
          onChange={(change) => setTyped(change.currentTarget.value)}
        />
        <Failure error={gone.error} />
      </Confirm>
    </>
  );
}

/** The choice to put a survey out of sight, or to delete it. */
export function ArchiveOrDelete({ survey, may }: { survey: Survey; may: May }) {
  const queries = useQueryClient();
  const { archived_at } = survey;
  const moved = useMutation({
    mutationFn: () => (archived_at ? unarchive : archive)(survey.id),
    onSuccess: async (kept) => {
      await keep(queries, surveyQuery(survey.id).queryKey, kept);
      await queries.invalidateQueries({ queryKey: ["surveys"] });
    },
  });
  const going = survey.state !== "draft" && survey.state !== "closed";
  const text = archived_at ? words.share.archived(day(archived_at)) : words.share.archiveText;
  return (
    <section aria-labelledby="away">
      <h2 id="away">{words.share.away}</h2>
      {may("survey.archive") && <p>{going ? words.share.archiveOpen : text}</p>}
      <div className="actions">
        {may("survey.archive") && (
          <Button variant="default" disabled={going || moved.isPending} onClick={() => moved.mutate()}>
            {archived_at ? words.share.unarchive : words.share.archive}
          </Button>
        )}
        {survey.versions.length > 0 && may("survey.delete") && <Delete survey={survey} />}
      </div>
      <Failure error={moved.error} />
    </section>
  );
}
