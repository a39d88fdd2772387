import { useQueries, useQuery } from "@tanstack/react-query";
import type { Organisation, Place } from "../../api/types";
import { organisation, organisations } from "../data/people";
import { words } from "../words/words";

/** The name of the person or team that holds a role. */
export function holderName({ person, team }: Pick<Place, "person" | "team">): string {
  return team ? words.people.teamOf(team.name, team.organisation) : person ? person.name || person.email : "";
}

/** Everybody and every team of one's organisations, as choices of one list. */
export function useNear(own: string): { value: string; label: string }[] {
  const { data } = useQuery(organisations);
  const whole = useQueries({ queries: (data?.results ?? []).map(({ id }) => organisation(id)) });
  const held = whole.flatMap((one): Organisation[] => (one.data ? [one.data] : []));
  const teams = held.flatMap((one) =>
    one.teams.map((team) => ({ value: `team:${team.id}`, label: words.people.teamOf(team.name, one.name) })),
  );
  const people = held.flatMap((one) =>
    one.members.map(({ person }) => ({ value: `person:${person.id}`, label: person.name || person.email })),
  );
  const others = people.filter(({ value }) => value !== `person:${own}`);
  return [...teams, ...new Map(others.map((one) => [one.value, one])).values()];
}
