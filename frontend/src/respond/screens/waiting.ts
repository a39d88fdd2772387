import { element } from "../element";
import type { Texts } from "../words/en";
import { paragraph, type Screen } from "./screen";

/** A report that Send was pressed for before, and that goes out as soon as this is shown. */
export function waitingScreen(send: (state: HTMLElement) => void, { sending }: Texts): Screen {
  const state = element("div", { class: "sending" });
  send(state);
  return { title: sending.waiting, content: [paragraph(sending.waitingLead), state] };
}

/** It was accepted, and the survey it belongs to is not here to read it. */
export function acceptedScreen({ receipt }: Texts): Screen {
  return { title: receipt.title, content: [paragraph(receipt.lead), paragraph(receipt.once)] };
}
