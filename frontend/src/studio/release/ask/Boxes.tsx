import { ServerMessage } from "../../frame/ServerMessage";
import { Choice } from "../../parts/Choice";
import { words } from "../../words/words";
import { BOXES, boxesOf, type Boxes as Chosen, compares, type Draft } from "./draft";
import type { Faults } from "./faults";

interface BoxesProps {
  draft: Draft;
  faults: Faults;
  onChange: (boxes: Chosen) => void;
}

/** May classes lie over each other? What it protects against, and what it costs. */
export function Boxes({ draft, faults, onChange }: BoxesProps) {
  const text = words.compared;
  const boxes = boxesOf(draft);
  return (
    <section aria-labelledby="boxes">
      <h2 id="boxes">{text.boxes}</h2>
      <p>{text.boxesText}</p>
      <div className="column-fields">
        <Choice
          label={text.boxesLabel}
          value={boxes}
          choices={compares(draft) ? [boxes] : BOXES}
          named={text.boxesNames}
          onChange={onChange}
        />
      </div>
      <p className="quiet" aria-live="polite">
        {text.boxesCost[boxes]} {compares(draft) && text.boxesFixed}
      </p>
      <ServerMessage fault={faults.at.boxes} />
    </section>
  );
}
