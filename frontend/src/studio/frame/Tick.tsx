import { useId } from "react";

interface TickProps {
  label: string;
  /** What is heard instead of the label, where several ticks have the same. */
  name?: string;
  hint?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** The browser's own box in our accent: nothing to learn, nothing to style twice. */
export function Tick({ label, name, hint, checked, onChange }: TickProps) {
  const id = useId();
  return (
    <div className="tick">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        aria-label={name}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(changed) => onChange(changed.currentTarget.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} className="quiet">
          {hint}
        </p>
      )}
    </div>
  );
}
