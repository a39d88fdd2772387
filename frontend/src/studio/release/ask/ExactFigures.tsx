import { Checkbox } from "@mantine/core";
import { words } from "../../words/words";

interface ExactFiguresProps {
  /** Whether a role permits exact figures to somebody who may not see the rows. */
  mayAsk: boolean;
  accepted: boolean;
  onChange: (accepted: boolean) => void;
}

/** What is worked out, and what that costs the people, for whoever may not see the rows. */
export function ExactFigures({ mayAsk, accepted, onChange }: ExactFiguresProps) {
  const text = words.exactFigures;
  return (
    <section aria-labelledby="exact-figures">
      <h2 id="exact-figures">{text.title}</h2>
      <p>{text.none}</p>
      {mayAsk && (
        <Checkbox
          label={text.show}
          description={text.showHint}
          checked={accepted}
          onChange={({ currentTarget: { checked } }) => onChange(checked)}
        />
      )}
    </section>
  );
}
