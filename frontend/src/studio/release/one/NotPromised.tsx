import { words } from "../../words/words";
import { notPromised } from "./figures";

export function NotPromised({ sentences }: { sentences: readonly string[] }) {
  return (
    <section aria-labelledby="not-promised">
      <h2 id="not-promised">{words.release.notPromised}</h2>
      <ul>
        {sentences.map((sentence) => {
          const { text, translated } = notPromised(sentence);
          return (
            <li key={sentence} lang={translated ? undefined : "en"}>
              {text}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
