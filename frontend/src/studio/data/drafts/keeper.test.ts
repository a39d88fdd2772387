import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Draft } from "../../../api/types";
import { freshDraft } from "../../parts/draft/draft";
import { Keeper } from "./keeper";

const titled = (title: string): Draft => ({ ...freshDraft(), title });

function server() {
  const saved: [string, number][] = [];
  let refuse = false;
  return {
    saved,
    refuseNext: () => {
      refuse = true;
    },
    save: async (draft: Draft, revision: number) => {
      if (refuse) {
        refuse = false;
        throw new Error("refused");
      }
      saved.push([draft.title, revision]);
      return { draft, draft_revision: revision + 1 };
    },
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a draft is kept", () => {
  test("and saved once after a pause, the newest words", async () => {
    const { saved, save } = server();
    const keeper = new Keeper({ draft: titled("A"), draft_revision: 1 }, save);
    keeper.change(titled("AB"));
    keeper.change(titled("ABC"));
    await vi.advanceTimersByTimeAsync(499);
    expect(saved).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(saved).toEqual([["ABC", 1]]);
    expect(keeper.snapshot().state.kind).toBe("saved");
  });

  test("when the page is left in the middle, and found again by who comes back", async () => {
    const { saved, save } = server();
    const keeper = new Keeper({ draft: titled("A"), draft_revision: 1 }, save);
    keeper.change(titled("AB"));
    const left = keeper.flush();
    keeper.adopt({ draft: titled("A"), draft_revision: 1 }); // a page drawn anew from what was read before
    expect(keeper.snapshot().draft.title).toBe("AB");
    await left;
    keeper.change(titled("ABC"));
    await keeper.flush();
    expect(saved).toEqual([
      ["AB", 1],
      ["ABC", 2],
    ]);
  });

  test("when the server refuses it, and sent again with the next change", async () => {
    const { saved, save, refuseNext } = server();
    const keeper = new Keeper({ draft: titled("A"), draft_revision: 1 }, save);
    refuseNext();
    keeper.change(titled("AB"));
    await keeper.flush();
    expect(keeper.snapshot()).toMatchObject({ draft: { title: "AB" }, state: { kind: "refused" } });
    keeper.adopt({ draft: titled("Z"), draft_revision: 9 });
    expect(keeper.snapshot().draft.title).toBe("AB");
    await keeper.flush();
    expect(saved).toEqual([["AB", 1]]);
  });

  test("until somebody gives it up for what was saved elsewhere", () => {
    const keeper = new Keeper({ draft: titled("A"), draft_revision: 1 }, server().save);
    keeper.change(titled("AB"));
    keeper.drop();
    keeper.adopt({ draft: titled("Z"), draft_revision: 9 });
    expect(keeper.snapshot()).toMatchObject({ draft: { title: "Z" }, state: { kind: "saved" } });
  });
});
