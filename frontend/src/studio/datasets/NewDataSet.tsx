import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { createDataSet } from "../data/datasets";
import { organisations } from "../data/people";
import { Failure } from "../frame/Failure";
import { Page } from "../frame/Page";
import { words } from "../words/words";
import { DescriptionFields, NO_DESCRIPTION } from "./DescriptionFields";

const AUDIENCES = ["nobody", "organisation", "everyone"] as const;
type Audience = (typeof AUDIENCES)[number];
const EMPTY = { ...NO_DESCRIPTION, keepUntil: "", organisation: "" };

/** What is this data set, and who may know of it? */
export function NewDataSet() {
  const [fields, setFields] = useState(EMPTY);
  const [audience, setAudience] = useState<Audience>("nobody");
  const { data: mine } = useQuery(organisations);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const change = (part: Partial<typeof EMPTY>) => setFields((before) => ({ ...before, ...part }));
  const creation = useMutation({
    mutationFn: () => {
      const { keepUntil, organisation, ...told } = fields;
      return createDataSet({
        ...told,
        name: told.name.trim(),
        audience,
        keep_until: keepUntil || null,
        ...(organisation && audience === "organisation" ? { organisation } : {}),
      });
    },
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ["datasets"] });
      await navigate({ to: "/data/$id/file", params: { id } });
    },
  });
  return (
    <Page title={words.data.newTitle}>
      <form
        className="new-token"
        onSubmit={(submitted) => {
          submitted.preventDefault();
          creation.mutate();
        }}
      >
        <h1>{words.data.newTitle}</h1>
        <p>{words.data.newText}</p>
        <DescriptionFields description={fields} onChange={change} />
        <TextInput
          type="date"
          label={words.data.keepUntil}
          data-field="keep_until"
          description={words.data.keepUntilHint}
          value={fields.keepUntil}
          onChange={(typed) => change({ keepUntil: typed.currentTarget.value })}
        />
        <NativeSelect
          label={words.data.audience}
          data-field="audience"
          value={audience}
          data={AUDIENCES.map((value) => ({ value, label: words.data.audiences[value] }))}
          onChange={(chosen) => setAudience(AUDIENCES.find((each) => each === chosen.currentTarget.value) ?? "nobody")}
        />
        {audience === "organisation" && (
          <NativeSelect
            label={words.data.organisation}
            data-field="organisation"
            required
            value={fields.organisation}
            data={[
              { value: "", label: words.data.chooseOrganisation },
              ...(mine?.results ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(chosen) => change({ organisation: chosen.currentTarget.value })}
          />
        )}
        <Failure error={creation.error} />
        <Button type="submit" disabled={creation.isPending}>
          {words.data.create}
        </Button>
      </form>
    </Page>
  );
}
