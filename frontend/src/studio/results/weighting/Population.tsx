import type { Shown } from "../../../api/types";
import { Tick } from "../../frame/Tick";
import { words } from "../../words/words";

interface PopulationProps {
  population: Shown["population"];
  onChange: (population: Shown["population"]) => void;
}

/** The switch that says whom intervals are about: respondents are a sample, or everybody. */
export function Population({ population, onChange }: PopulationProps) {
  const { sample, sampleHint } = words.weighting;
  return (
    <div className="truth">
      <Tick
        label={sample}
        hint={sampleHint}
        checked={population === "sample"}
        onChange={(isSample) => onChange(isSample ? "sample" : "everybody")}
      />
    </div>
  );
}
