import { TextInput } from "@mantine/core";
import { useState } from "react";
import type { Binned } from "../../parts/draft/items";
import { words } from "../../words/words";
import { useFault } from "../faults";
import { asTyped, bins, edgesIn, faultIn, type Gauge, hasTwoReadings, markOf } from "./edges";

interface BinFieldsProps {
  gauge: Gauge;
  binned: Binned;
  unit?: string;
  boundLabels?: readonly [string, string] | undefined;
  where: string;
  onChange: (binned: Binned) => void;
  onUnit?: (unit: string) => void;
}

/** Written freely, and taken into the draft as soon as it is a list of edges: the draft holds nothing half-written. */
function Edges({ gauge, binned, where, onChange }: BinFieldsProps) {
  const [typed, setTyped] = useState(binned.edges.map(asTyped).join(", "));
  const refused = useFault(`${where}.edges`);
  const edges = edgesIn(typed, gauge.kind);
  const fault = faultIn(edges, gauge);
  function type(text: string) {
    setTyped(text);
    const next = edgesIn(text, gauge.kind);
    if (!faultIn(next, gauge)) onChange({ edges: next, least: binned.least, most: binned.most });
  }
  const message = fault && words.items.edgeFault[fault.why](fault.edge, gauge.kind, markOf(fault.edge));
  return (
    <TextInput
      label={words.items.edges}
      description={gauge.edgesHint()}
      data-pipes="no"
      value={typed}
      error={message ?? refused}
      onChange={(changed) => type(changed.currentTarget.value)}
    />
  );
}

interface BoundProps {
  gauge: Gauge;
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
}

function Bound({ gauge, label, value, onChange }: BoundProps) {
  const [typed, setTyped] = useState(asTyped(value ?? ""));
  const isTwofold = gauge.kind === "number" && hasTwoReadings(typed);
  const right = typed === "" || gauge.isValue(typed);
  function type(text: string) {
    setTyped(text);
    if (text === "") onChange(null);
    else if (gauge.isValue(text) && !(gauge.kind === "number" && hasTwoReadings(text))) onChange(text);
  }
  const twofold = isTwofold ? words.items.edgeFault.mark(typed, gauge.kind, markOf(typed)) : undefined;
  return (
    <TextInput
      type={gauge.field}
      inputMode={gauge.field === "text" ? "decimal" : undefined}
      label={label}
      data-pipes="no"
      value={typed}
      error={twofold ?? (right ? undefined : words.items.boundFault(gauge.kind))}
      onChange={(changed) => type(changed.currentTarget.value.trim())}
    />
  );
}

/** Numbers and days are never sent: edges cut them into bins, and the bins they make are shown as they are cut. */
export function BinFields(props: BinFieldsProps) {
  const { gauge, binned, unit = "", onChange, onUnit } = props;
  const [least, most] = props.boundLabels ?? [words.items.least, words.items.mostAccepted];
  const cut = bins(binned, unit);
  return (
    <>
      {onUnit && (
        <TextInput
          className="short"
          label={words.items.unit}
          maxLength={40}
          value={unit}
          onChange={(changed) => onUnit(changed.currentTarget.value)}
        />
      )}
      <Edges {...props} />
      {cut.length > 0 && (
        <div className="bins">
          <p>{words.items.bins(cut.length)}</p>
          <ol>
            {cut.map((bin) => (
              <li key={bin}>{bin}</li>
            ))}
          </ol>
        </div>
      )}
      <div className="two">
        <Bound
          gauge={gauge}
          label={least}
          value={binned.least}
          onChange={(bound) => onChange({ ...binned, least: bound })}
        />
        <Bound
          gauge={gauge}
          label={most}
          value={binned.most}
          onChange={(bound) => onChange({ ...binned, most: bound })}
        />
      </div>
    </>
  );
}
