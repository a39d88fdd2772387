import type { ItemOf } from "../../parts/draft/items";
import { words } from "../../words/words";
import { OptionsEditor } from "./OptionsEditor";
import { blankOptions, textsOf } from "./optionTypes";
import { ORDERED, type QuestionType } from "./questionType";

type Ranking = ItemOf<"ranking">;

const ranksOf = ({ rows }: Ranking) => rows.map((_, index) => index + 1);

/** A question that is answered with an order of its options: each has a rank, and is reported by itself. */
export const RANKING: QuestionType<Ranking> = {
  isPairable: false,
  comparisons: ORDERED,
  isQuoted: false,
  fresh: (base) => ({ ...base, type: "ranking", rows: blankOptions("a", 3), shuffle: true, may_skip: true }),
  Fields: ({ item, where, onChange }) => (
    <OptionsEditor
      options={item.rows}
      kind="ranked"
      where={`${where}.rows`}
      fresh={(option) => option}
      onChange={(rows) => onChange({ ...item, rows })}
    />
  ),
  texts: ({ rows }) => textsOf("rows", rows),
  answers: (question) => ranksOf(question).map(words.items.rank),
  choices: (question) => ranksOf(question).map((rank) => ({ value: String(rank), label: words.items.rank(rank) })),
  countLabel: (own) => words.items.domainRanks(own),
  domainLabel: (all, parts) => words.items.domainRanked(all, parts),
};
