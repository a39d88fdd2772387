import type { Sent } from "../site/wire";
import type { Observation } from "./observe";
import { textsIn } from "./texts";

/**
 * What tells people apart who differ only in their true answers: empty when nothing does.
 *
 * Every observation must also keep the rules that hold for one person alone: one request to send, none before, nothing
 * left behind but what is `kept` for the tab, nothing said, and as many words read as the version declares.
 */
export function leaks(
  observations: readonly Observation[],
  declaredWords: number,
  language = "en",
  kept: readonly string[] = [],
): string[] {
  const differing = new Set<string>();
  const [first, ...others] = observations;
  if (first === undefined) throw new RangeError("nobody was observed");
  for (const observation of observations) {
    if (observation.answering.length > 0)
      differing.add(`requested before Send: ${observation.answering.map(address).join(", ")}`);
    if (observation.sending.length !== 1) differing.add(`sent: ${observation.sending.map(address).join(", ")}`);
    if (observation.leaving.length > 0)
      differing.add(`requested on leaving: ${observation.leaving.map(address).join(", ")}`);
    if (observation.ended !== textsIn(language).receipt.title) differing.add(`ended at: ${observation.ended}`);
    if (observation.left.join() !== kept.join()) differing.add(`left behind: ${observation.left.join(", ")}`);
    if (observation.messages.length > 0) differing.add(`said: ${observation.messages.join(", ")}`);
    if (observation.words.read !== declaredWords)
      differing.add(`${observation.words.read} words read, ${declaredWords} declared`);
  }
  for (const other of others) {
    for (const phase of ["loading", "answering", "sending", "leaving"] as const) {
      for (const difference of differences(first[phase], other[phase])) differing.add(`${phase}: ${difference}`);
    }
    if (other.words.requests !== first.words.requests) differing.add("the words asked of the system differ");
    if (other.words.read !== first.words.read) differing.add("the words read differ");
    if (other.address !== first.address) differing.add("the address differs");
  }
  return [...differing];
}

function differences(left: readonly Sent[], right: readonly Sent[]): string[] {
  if (left.length !== right.length) return [`${left.length} requests or ${right.length}`];
  return left.flatMap((sent, index) => {
    const rival = right[index];
    const fields = ["method", "url", "headers", "body"] as const;
    return fields
      .filter((field) => JSON.stringify(sent[field]) !== JSON.stringify(rival?.[field]))
      .map((field) => `${field} differs`);
  });
}

const address = (sent: Sent): string => `${sent.method} ${sent.url}`;
