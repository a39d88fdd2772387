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
  const facts = whole.flatMap((query): Organisation[] => (query.data ? [query.data] : []));
  const teams = facts.flatMap((each) =>
    each.teams.map((team) => ({ value: `team:${team.id}`, label: words.people.teamOf(team.name, each.name) })),
  );
  const people = facts.flatMap((each) =>
    each.members.map(({ person }) => ({ value: `person:${person.id}`, label: person.name || person.email })),
  );
  const others = people.filter(({ value }) => value !== `person:${own}`);
  return [...teams, ...new Map(others.map((option) => [option.value, option])).values()];
}
