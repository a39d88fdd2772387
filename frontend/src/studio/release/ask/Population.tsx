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
  const said = words.compared;
  const { data, error, refetch } = useQuery(loadedVersions(population.dataSet));
  if (error) return <Failure error={error} retry={() => refetch()} />;
  return (
    <NativeSelect
      label={said.version}
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
  const said = words.compared;
  const { population } = draft;
  const names = draft.columns.flatMap(({ name, role }) => (role === "quasi" ? [name] : []));
  const { data: found, error, refetch } = useQuery({ ...populationsFor(dataSet, names), enabled: names.length > 0 });
  if (names.length === 0) return null;
  const known = population.dataSet === "" || (found?.some(({ id }) => id === population.dataSet) ?? true);
  const choices = [
    { value: "", label: said.noPopulation },
    ...(known ? [] : [{ value: population.dataSet, label: said.notYours }]),
    ...(found ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  const choose = (id: string) => {
    const chosen = found?.find((one) => one.id === id);
    onChange(chosen ? { dataSet: id, version: String(chosen.version) } : NO_POPULATION);
  };
  return (
    <section aria-labelledby="population">
      <h2 id="population">{said.population}</h2>
      <p>{said.populationText}</p>
      {error && <Failure error={error} retry={() => refetch()} />}
      <div className="column-fields">
        <NativeSelect
          label={said.populationLabel}
          value={population.dataSet}
          data={choices}
          disabled={!found}
          onChange={({ currentTarget: { value } }) => choose(value)}
        />
        {population.dataSet !== "" && known && (
          <VersionOf population={population} onChange={(version) => onChange({ ...population, version })} />
        )}
      </div>
      {found?.length === 0 && <p className="quiet">{said.noneFits}</p>}
      {population.dataSet !== "" && <p className="quiet">{said.populationNeeds}</p>}
      <ServerMessage fault={faults.at.population} />
    </section>
  );
}
