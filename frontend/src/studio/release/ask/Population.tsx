import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { populationsFor } from "../../data/anonymisations";
import { loadedVersions } from "../../data/datasets";
import { Failure } from "../../frame/Failure";
import { ServerMessage } from "../../frame/ServerMessage";
import { day } from "../../numbers/format";
import { words } from "../../words/words";
import { type Draft, NO_POPULATION, type TypedPopulation } from "./draft";
import type { Faults } from "./faults";

interface VersionProps {
  population: TypedPopulation;
  onChange: (version: string) => void;
}

function VersionOf({ population, onChange }: VersionProps) {
  const text = words.compared;
  const { data, error, refetch } = useQuery(loadedVersions(population.dataSet));
  if (error) return <Failure error={error} retry={() => refetch()} />;
  return (
    <NativeSelect
      label={text.version}
      data-field="plan.population.version"
      value={population.version}
      data={(data ?? []).map(({ number, loaded_on }) => ({
        value: String(number),
        label: words.synthetic.versionOf(String(number), day(loaded_on)),
      }))}
      onChange={({ currentTarget: { value } }) => onChange(value)}
    />
  );
}

interface PopulationProps {
  dataSet: string;
  draft: Draft;
  faults: Faults;
  onChange: (population: TypedPopulation) => void;
}

/** Whom could the rows be about, for somebody who does not know who took part? */
export function Population({ dataSet, draft, faults, onChange }: PopulationProps) {
  const text = words.compared;
  const { population } = draft;
  const names = draft.columns.flatMap(({ name, role }) => (role === "quasi" ? [name] : []));
  const {
    data: populations,
    error,
    refetch,
  } = useQuery({ ...populationsFor(dataSet, names), enabled: names.length > 0 });
  if (names.length === 0) return null;
  const known = population.dataSet === "" || (populations?.some(({ id }) => id === population.dataSet) ?? true);
  const choices = [
    { value: "", label: text.noPopulation },
    ...(known ? [] : [{ value: population.dataSet, label: text.notYours }]),
    ...(populations ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  const choose = (id: string) => {
    const chosen = populations?.find((table) => table.id === id);
    onChange(chosen ? { dataSet: id, version: String(chosen.version) } : NO_POPULATION);
  };
  return (
    <section aria-labelledby="population">
      <h2 id="population">{text.population}</h2>
      <p>{text.populationText}</p>
      {error && <Failure error={error} retry={() => refetch()} />}
      <div className="column-fields">
        <NativeSelect
          label={text.populationLabel}
          data-field="plan.population"
          value={population.dataSet}
          data={choices}
          disabled={!populations}
          onChange={({ currentTarget: { value } }) => choose(value)}
        />
        {population.dataSet !== "" && known && (
          <VersionOf population={population} onChange={(version) => onChange({ ...population, version })} />
        )}
      </div>
      {populations?.length === 0 && <p className="quiet">{text.noneFits}</p>}
      {population.dataSet !== "" && <p className="quiet">{text.populationNeeds}</p>}
      <ServerMessage fault={faults.at.population} />
    </section>
  );
}
