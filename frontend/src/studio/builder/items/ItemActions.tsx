import { words } from "../../words/words";

interface ItemActionsProps {
  what: string;
  first: boolean;
  last: boolean;
  onMove: (by: 1 | -1) => void;
  onCopy: () => void;
  onRemove: () => void;
}

/** What can be done with an item as a whole, each by a button with its word. */
export function ItemActions({ what, first, last, onMove, onCopy, onRemove }: ItemActionsProps) {
  const actions = [
    { name: words.items.up, heard: words.items.upWhat(what), disabled: first, act: () => onMove(-1) },
    { name: words.items.down, heard: words.items.downWhat(what), disabled: last, act: () => onMove(1) },
    { name: words.items.duplicate, heard: words.items.duplicateWhat(what), disabled: false, act: onCopy },
    { name: words.items.remove, heard: words.items.removeWhat(what), disabled: false, act: onRemove },
  ];
  return (
    <div className="moves">
      {actions.map(({ name, heard, disabled, act }) => (
        <button key={name} type="button" className="text-button" aria-label={heard} disabled={disabled} onClick={act}>
          {name}
        </button>
      ))}
    </div>
  );
}
