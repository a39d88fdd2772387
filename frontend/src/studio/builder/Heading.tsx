import { Textarea, TextInput } from "@mantine/core";
import type { Draft } from "../../api/types";
import { words } from "../words/words";
import { useFault } from "./faults";

interface HeadingProps {
  draft: Draft;
  onChange: (draft: Draft) => void;
}

export function Heading({ draft, onChange }: HeadingProps) {
  const titleFault = useFault("title");
  const descriptionFault = useFault("description");
  return (
    <>
      <h1 className="heard">{draft.title || words.home.untitled}</h1>
      <TextInput
        className="build-title"
        label={words.build.title}
        maxLength={200}
        value={draft.title}
        error={titleFault}
        onChange={(changed) => onChange({ ...draft, title: changed.currentTarget.value })}
      />
      <Textarea
        label={words.build.description}
        description={words.build.descriptionHint}
        rows={2}
        maxLength={2000}
        value={draft.description}
        error={descriptionFault}
        onChange={(changed) => onChange({ ...draft, description: changed.currentTarget.value })}
      />
    </>
  );
}
