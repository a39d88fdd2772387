import { button, element } from "../element";
import { type Delivered, deliver, type Outcome } from "../send";
import type { Texts } from "../words/en";
import { paragraph } from "./screen";

/** Send, and between tries say why it waits; the wait ends early by a press, or when the network is back. `kept` says that it survives closing the page. */
export function sendFrom(
  place: HTMLElement,
  once: () => Promise<Outcome>,
  kept: boolean,
  texts: Texts,
): Promise<Delivered> {
  const status = element("div", { role: "status" });
  const tryNow = button(texts.sending.tryNow, "main", () => undefined);
  tryNow.hidden = true;
  place.textContent = "";
  place.append(status, tryNow);
  const tryOnce = (): Promise<Outcome> => {
    tryNow.hidden = true;
    status.textContent = texts.sending.now;
    return once();
  };
  return deliver(tryOnce, (seconds, why) => {
    status.textContent = "";
    status.append(
      ...[texts.sending[why], texts.sending.again(seconds), kept ? texts.sending.kept : texts.sending.stay].map(
        (text) => paragraph(text),
      ),
    );
    tryNow.hidden = false;
    return pause(seconds, tryNow);
  });
}

function pause(seconds: number, tryNow: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      tryNow.removeEventListener("click", end);
      window.removeEventListener("online", end);
      resolve();
    };
    const timer = setTimeout(end, seconds * 1000);
    tryNow.addEventListener("click", end);
    window.addEventListener("online", end);
  });
}
