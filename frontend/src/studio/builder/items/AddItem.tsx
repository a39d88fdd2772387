import { useId } from "react";
import type { ItemSlug } from "../../parts/draft/items";
import { words } from "../../words/words";
import { BETWEEN_SLUGS, QUESTION_SLUGS } from "../questions/all";

interface TypesProps {
  title: string;
  types: readonly ItemSlug[];
  onAdd: (type: ItemSlug) => void;
}

function Types({ title, types, onAdd }: TypesProps) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields; these are buttons
    <div className="add" role="group" aria-labelledby={id}>
      <span id={id}>{title}</span>
      {types.map((type) => (
        <button key={type} type="button" className="text-button" onClick={() => onAdd(type)}>
          {words.items.types[type]}
        </button>
      ))}
    </div>
  );
}

export function AddItem({ onAdd }: { onAdd: (type: ItemSlug) => void }) {
  return (
    <div className="adds">
      <Types title={words.items.addQuestion} types={QUESTION_SLUGS} onAdd={onAdd} />
      <Types title={words.items.addBetween} types={BETWEEN_SLUGS} onAdd={onAdd} />
    </div>
  );
}
