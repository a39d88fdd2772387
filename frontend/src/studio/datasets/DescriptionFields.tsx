import { Textarea, TextInput } from "@mantine/core";
import { words } from "../words/words";

export const NO_DESCRIPTION = { name: "", description: "", provenance: "", licence: "", doi: "" };

export type Description = typeof NO_DESCRIPTION;

interface DescriptionFieldsProps {
  description: Description;
  onChange: (part: Partial<Description>) => void;
}

/** What everybody reads who may see the data set. */
export function DescriptionFields({ description, onChange }: DescriptionFieldsProps) {
  return (
    <>
      <TextInput
        label={words.data.name}
        data-field="name"
        description={words.data.nameHint}
        required
        maxLength={200}
        value={description.name}
        onChange={(typed) => onChange({ name: typed.currentTarget.value })}
      />
      <Textarea
        label={words.data.description}
        data-field="description"
        autosize
        minRows={3}
        maxLength={10_000}
        value={description.description}
        onChange={(typed) => onChange({ description: typed.currentTarget.value })}
      />
      <Textarea
        label={words.data.provenance}
        data-field="provenance"
        autosize
        minRows={1}
        maxLength={10_000}
        value={description.provenance}
        onChange={(typed) => onChange({ provenance: typed.currentTarget.value })}
      />
      <TextInput
        label={words.data.licence}
        data-field="licence"
        maxLength={200}
        value={description.licence}
        onChange={(typed) => onChange({ licence: typed.currentTarget.value })}
      />
      <TextInput
        label={words.data.doi}
        data-field="doi"
        maxLength={200}
        value={description.doi}
        onChange={(typed) => onChange({ doi: typed.currentTarget.value })}
      />
    </>
  );
}
