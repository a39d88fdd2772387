import { pairs } from "../../respond/element";
import { grouped } from "../../respond/record";
import { code, paragraph, section } from "../../respond/screens/screen";
import type { Survey } from "../../respond/version/definition";
import { bundleHash, loadedBy, pageFiles, type Saved } from "../bundle";
import { fileField, outcome, put, verdict } from "../fields";
import type { Words } from "../words/en";

interface PageSection {
  readonly node: HTMLElement;
  readonly take: (saved: readonly Saved[]) => void;
}

/** Compare the files of a page as it was served with the version's declared hash. */
export function pageSection(survey: Survey, words: Words): PageSection {
  const { page } = words;
  const shown = outcome();
  const take = (saved: readonly Saved[]): void => put(shown, ...compared(survey, saved, words));
  const node = section(
    page.heading,
    paragraph(page.lead),
    fileField("page-files", words.files, true, take),
    shown,
    paragraph(page.limits),
  );
  return { node, take };
}

function compared({ definition }: Survey, saved: readonly Saved[], { page }: Words): readonly Node[] {
  const files = pageFiles(saved);
  const names = files.map(({ name }) => name);
  const missing = loadedBy(saved).filter((name) => !names.includes(name));
  const hash = bundleHash(files);
  const same = hash === definition.bundle;
  const rows = [
    [page.declared, code(grouped(definition.bundle))] as const,
    [page.computed, code(grouped(hash))] as const,
    ...files.map((file) => [file.name, code(grouped(file.hash))] as const),
  ];
  return [
    verdict(same, same ? page.same : page.other),
    ...(missing.length > 0 ? [paragraph(page.missing(missing.join(", ")))] : []),
    pairs("facts", rows),
  ];
}
