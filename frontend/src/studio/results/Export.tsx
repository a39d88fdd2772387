import { useQuery } from "@tanstack/react-query";
import type { Shown } from "../../api/types";
import { useMay } from "../data/people";
import { DRAWN_FORMS, ESTIMATE_FORMS, exportLink, REPORT_FORMS, reportLink } from "../data/results";
import { weighted as weightedQuery } from "../data/weighting";
import { language, words } from "../words/words";

interface ExportProps {
  id: string;
  version: number | undefined;
  shown: Pick<Shown, "numbers" | "numbers_or_skipped" | "population" | "computed_at">;
}

interface WaysProps {
  what: string;
  forms: readonly (keyof typeof words.results.forms)[];
  link: (form: string) => string;
}

function Ways({ what, forms, link }: WaysProps) {
  return (
    <p className="ways">
      {forms.map((form) => {
        const name = words.results.forms[form];
        return (
          <a key={form} href={link(form)} aria-label={words.results.download(what, name)}>
            {name}
          </a>
        );
      })}
    </p>
  );
}

/** The numbers as files of other programs, and the reports they were made of. */
export function Export({ id, version, shown }: ExportProps) {
  const { results: text } = words;
  const may = useMay(id);
  const { data: weighted } = useQuery(weightedQuery(id, version, shown.computed_at));
  if (!may) return null;
  if (!may("survey.export")) {
    const { role, noExport } = words.people;
    return <p className="quiet">{noExport(`${role.analyst}${words.listComma}${role.owner}`)}</p>;
  }
  return (
    <section aria-labelledby="export">
      <h2 id="export">{text.exportTitle}</h2>
      <h3>{text.exportReport}</h3>
      <p className="quiet">{text.exportReportText}</p>
      <Ways
        what={text.exportReport}
        forms={DRAWN_FORMS}
        link={(form) => reportLink(id, form, language, version, shown.population)}
      />
      <h3>{text.exportEstimates}</h3>
      <p className="quiet">{text.exportText}</p>
      <Ways
        what={text.exportEstimates}
        forms={ESTIMATE_FORMS}
        link={(form) => exportLink(id, "estimates", form, version, shown.population)}
      />
      {(shown.numbers ?? shown.numbers_or_skipped) !== undefined && (
        <>
          <h3>{text.exportNumbers}</h3>
          <p className="quiet">{text.exportNumbersText}</p>
          <Ways
            what={text.exportNumbers}
            forms={REPORT_FORMS}
            link={(form) => exportLink(id, "numbers", form, version, shown.population)}
          />
        </>
      )}
      {weighted && weighted.margins.length > 0 && (
        <>
          <h3>{words.weighting.exportTitle}</h3>
          <p className="quiet">{words.weighting.exportText}</p>
          <Ways
            what={words.weighting.exportTitle}
            forms={REPORT_FORMS}
            link={(form) => exportLink(id, "weighted", form, version)}
          />
        </>
      )}
      <h3>{text.exportReports}</h3>
      <p className="quiet">{text.exportReportsText}</p>
      <Ways what={text.exportReports} forms={REPORT_FORMS} link={(form) => exportLink(id, "reports", form, version)} />
    </section>
  );
}
