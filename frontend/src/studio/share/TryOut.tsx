import type { Survey } from "../../api/types";
import { CopyButton } from "../frame/CopyButton";
import { words } from "../words/words";
import { linkOf } from "./Reach";

export function TryOut({ survey }: { survey: Survey }) {
  const link = `${linkOf(survey)}?test`;
  return (
    <section aria-labelledby="test">
      <h2 id="test">{words.share.test}</h2>
      <p>{words.share.testText}</p>
      <div className="link-line">
        <a href={link}>{words.share.openTest}</a>
        <CopyButton text={link} label={words.share.copyTest} />
      </div>
    </section>
  );
}
