import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { loadedVersions } from "../../data/datasets";
import { Failure } from "../../frame/Failure";
import { day } from "../../numbers/format";
import { words } from "../../words/words";

interface VersionChoiceProps {
  dataSet: string;
  label: string;
  version: number;
  onChange: (version: number) => void;
}

/** The choice of the state of the data that rows are made of; where there is one alone, there is nothing to choose. */
export function VersionChoice({ dataSet, label, version, onChange }: VersionChoiceProps) {
  const text = words.synthetic;
  const { data, error, refetch } = useQuery(loadedVersions(dataSet));
  if (error) return <Failure error={error} retry={() => refetch()} />;
  if (!data || data.length < 2) return null;
  return (
    <NativeSelect
      label={label}
      value={String(version)}
      data={data.map(({ number, loaded_on }) => ({
        value: String(number),
        label: text.versionOf(String(number), day(loaded_on)),
      }))}
      onChange={({ currentTarget: { value } }) => onChange(Number(value))}
    />
  );
}
