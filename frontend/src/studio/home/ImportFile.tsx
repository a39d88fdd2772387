import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { Refusal } from "../../api/refusal";
import type { Survey } from "../../api/types";
import { importForm, importJson } from "../data/running";
import { Failure } from "../frame/Failure";
import { Reason } from "../parts/Reason";
import { words } from "../words/words";

class NoJson extends Error {}

const ENDINGS = ".json,.xlsx,.csv,.lss,.txt";

async function imported(file: File): Promise<Survey> {
  if (!file.name.toLowerCase().endsWith(".json"))
    return importForm(file.name, new Uint8Array(await file.arrayBuffer()));
  return importJson(file.name, await jsonOf(file));
}

async function jsonOf(file: File): Promise<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(await file.text());
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // said below, like every other file that is none
  }
  throw new NoJson();
}

/** The whole file is no questionnaire, which the server says in sentences; faults within it have their places. */
const isUnfit = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.code === "invalid" && Object.keys(error.fields).length === 0;

/** A questionnaire from a file of ours, of SurveyJS, of LimeSurvey, or an XLSForm. */
export function ImportFile() {
  const chooser = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const sent = useMutation({
    mutationFn: imported,
    onSuccess: async ({ id }) => {
      await navigate({ to: "/surveys/$id/build", params: { id } });
      await queries.invalidateQueries({ queryKey: ["surveys"] }); // not before: an empty Home becomes another page
    },
  });
  return (
    <div>
      <input
        ref={chooser}
        type="file"
        accept={ENDINGS}
        hidden
        aria-label={words.home.importFile}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = ""; // the same file again, mended, is another choice
          if (file) sent.mutate(file);
        }}
      />
      <Button
        variant="default"
        aria-describedby="import-kinds"
        disabled={sent.isPending}
        onClick={() => chooser.current?.click()}
      >
        {sent.isPending ? words.home.importing : words.home.importFile}
      </Button>
      <p id="import-kinds" className="quiet">
        {words.home.importKinds}
      </p>
      {sent.error instanceof NoJson ? (
        <p className="failure" role="alert">
          {words.home.importNoJson}
        </p>
      ) : isUnfit(sent.error) ? (
        <p className="failure" role="alert">
          <Reason why={sent.error.detail} />
        </p>
      ) : (
        <Failure error={sent.error} />
      )}
    </div>
  );
}
