import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useSyncExternalStore } from "react";
import type { Survey } from "../../../api/types";
import { keep, memory } from "../memory";
import { save, survey as surveyQuery } from "../surveys";
import { Keeper } from "./keeper";

const keepers = new Map<string, Keeper>();

function keeperOf(survey: Survey): Keeper {
  const { id } = survey;
  const known = keepers.get(id);
  if (known) return known;
  const keeper = new Keeper(survey, async (draft, revision) => {
    const saved = await save(id, draft, revision);
    await keep(memory, surveyQuery(id).queryKey, saved);
    return saved;
  });
  keepers.set(id, keeper);
  return keeper;
}

/**
 * Settles drafts before somebody signs out: what waits is saved, and whoever comes next starts from what the server
 * has.
 */
export async function settleDrafts(): Promise<void> {
  await Promise.all([...keepers.values()].map((keeper) => keeper.flush()));
  keepers.clear();
}

/** The draft being edited, kept and saved by its keeper. */
export function useAutosave(survey: Survey) {
  const queries = useQueryClient();
  const keeper = keeperOf(survey);
  const { draft, state } = useSyncExternalStore(keeper.subscribe, keeper.snapshot);
  useEffect(() => keeper.adopt(survey), [keeper, survey]);
  useEffect(() => () => void keeper.flush(), [keeper]);
  useEffect(() => {
    if (state.kind === "saved") return;
    const warn = (leaving: BeforeUnloadEvent) => leaving.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [state.kind]);
  const loadOther = useCallback(async () => {
    keeper.drop();
    await queries.refetchQueries({ queryKey: surveyQuery(survey.id).queryKey, exact: true });
  }, [keeper, queries, survey.id]);
  return { draft, state, change: keeper.change, flush: keeper.flush, loadOther };
}
