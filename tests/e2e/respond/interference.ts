import type { Sent } from "../site/wire";
import type { Observation } from "./observe";
import { textsIn } from "./texts";

/**
 * What tells people apart who differ only in their true answers: empty when nothing does.
 *
 * Every observation must also keep the rules that hold for one person alone: one request to send, none before, nothing
 * left behind, nothing said, and as many words read as the version declares.
 */
export function leaks(observations: readonly Observation[], declaredWords: number, language = "en"): string[] {
  const found = new Set<string>();
  const [first, ...others] = observations;
  if (first === undefined) throw new RangeError("nobody was observed");
  for (const one of observations) {
    if (one.answering.length > 0) found.add(`requested before Send: ${one.answering.map(address).join(", ")}`);
    if (one.sending.length !== 1) found.add(`sent: ${one.sending.map(address).join(", ")}`);
    if (one.leaving.length > 0) found.add(`requested on leaving: ${one.leaving.map(address).join(", ")}`);
    if (one.ended !== textsIn(language).receipt.title) found.add(`ended at: ${one.ended}`);
    if (one.left.length > 0) found.add(`left behind: ${one.left.join(", ")}`);
    if (one.said.length > 0) found.add(`said: ${one.said.join(", ")}`);
    if (one.words.read !== declaredWords) found.add(`${one.words.read} words read, ${declaredWords} declared`);
  }
  for (const other of others) {
    for (const phase of ["loading", "answering", "sending", "leaving"] as const) {
      for (const difference of differences(first[phase], other[phase])) found.add(`${phase}: ${difference}`);
    }
    if (other.words.asked !== first.words.asked) found.add("the words asked of the system differ");
    if (other.words.read !== first.words.read) found.add("the words read differ");
    if (other.address !== first.address) found.add("the address differs");
  }
  return [...found];
}

function differences(one: readonly Sent[], other: readonly Sent[]): string[] {
  if (one.length !== other.length) return [`${one.length} requests or ${other.length}`];
  return one.flatMap((sent, place) => {
    const rival = other[place];
    const fields = ["method", "url", "headers", "body"] as const;
    return fields
      .filter((field) => JSON.stringify(sent[field]) !== JSON.stringify(rival?.[field]))
      .map((field) => `${field} differs`);
  });
}

const address = (sent: Sent): string => `${sent.method} ${sent.url}`;
