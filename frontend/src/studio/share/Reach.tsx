import { Button } from "@mantine/core";
import type { Survey } from "../../api/types";
import { linkTo, onlyHere, sharedAt } from "../data/address";
import { linkPicture } from "../data/running";
import { CopyButton } from "../frame/CopyButton";
import { words } from "../words/words";

/** What people on other devices should know about the address this page was opened with. */
function Caution() {
  const shared = sharedAt();
  if (onlyHere(shared)) return <p className="note">{words.share.onlyHere}</p>;
  return shared.startsWith("http:") ? <p className="note">{words.share.plainHttp}</p> : null;
}

export function linkOf(survey: Survey): string {
  return linkTo(survey.slug);
}

/** The link, and the same link as a picture: on a screen for a room, printed for a wall. */
export function Reach({ survey }: { survey: Survey }) {
  const link = linkOf(survey);
  const picture = linkPicture(survey.id);
  return (
    <>
      <section aria-labelledby="link">
        <h2 id="link">{words.share.link}</h2>
        <div className="link-line">
          <a href={link}>{link}</a>
          <CopyButton text={link} label={words.share.copyLink} />
        </div>
        <Caution />
      </section>
      <section aria-labelledby="code" className="code">
        <h2 id="code">{words.share.code}</h2>
        <img src={picture} alt={words.share.codeAlt(link)} width={280} height={280} />
        <p className="printed-only">{link}</p>
        <p className="quiet">{words.share.codeText}</p>
        <div className="actions">
          <Button variant="default" onClick={() => window.print()}>
            {words.share.codePrint}
          </Button>
          <a href={picture} download={`${survey.slug}.svg`}>
            {words.share.codeDownload}
          </a>
        </div>
      </section>
    </>
  );
}
