import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Survey } from "../../api/types";
import { copyOf, draftFile } from "../data/running";
import { Failure } from "../frame/Failure";
import { FormDownloads } from "../parts/FormDownloads";
import { words } from "../words/words";

/** The questionnaire as a file, and as a second survey. */
export function Take({ survey }: { survey: Survey }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const copied = useMutation({
    mutationFn: () => copyOf(survey.draft, words.share.copyOf(survey.title).slice(0, 200)),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ["surveys"] });
      await navigate({ to: "/surveys/$id/build", params: { id } });
    },
  });
  return (
    <section aria-labelledby="take">
      <h2 id="take">{words.share.file}</h2>
      <p>{words.share.fileText}</p>
      <div className="actions">
        <Button variant="default" disabled={copied.isPending} onClick={() => copied.mutate()}>
          {copied.isPending ? words.share.copying : words.share.copy}
        </Button>
        <a href={draftFile(survey.id)} download>
          {words.share.download}
        </a>
      </div>
      <Failure error={copied.error} />
      <p>{words.share.formText}</p>
      <FormDownloads survey={survey} />
    </section>
  );
}
