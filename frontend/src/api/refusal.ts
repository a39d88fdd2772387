/** What a detail or a field says, as a code with what it names; `at` is the path of the field, empty for the whole. */
export interface Reason {
  readonly at: string;
  readonly code: string;
  readonly about: Readonly<Record<string, string>>;
}

interface RefusalFacts {
  code: string;
  status: number;
  detail: string;
  fields: Readonly<Record<string, string>>;
  reasons?: readonly Reason[];
}

/** A call that was not done, with the server's reason. `fields` maps a dotted path in the body to its message. */
export class Refusal extends Error implements RefusalFacts {
  readonly code: string;
  readonly status: number;
  readonly detail: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly reasons: readonly Reason[];

  constructor({ code, status, detail, fields, reasons = [] }: RefusalFacts) {
    super(`${status} ${code}`);
    this.code = code;
    this.status = status;
    this.detail = detail;
    this.fields = fields;
    this.reasons = reasons;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Messages may lie at any depth: {"questions": [{}, {"text": ["Too long."]}]} gives {"questions.1.text": "Too long."}. */
export function flattened(value: unknown, path = ""): Record<string, string> {
  if (typeof value === "string") return { [path]: value };
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) {
    return value.length > 0 ? { [path]: value.join(" ") } : {};
  }
  if (typeof value !== "object" || value === null) return {};
  const below = Object.entries(value).map(([key, item]) => flattened(item, path === "" ? key : `${path}.${key}`));
  return Object.assign({}, ...below);
}

function signInErrors(errors: readonly unknown[], status: number): Refusal {
  const records = errors.filter(isRecord);
  const fields: Record<string, string> = {};
  for (const record of records) fields[text(record.param)] ??= text(record.message);
  const first = records[0];
  return new Refusal({ code: text(first?.code) || "refused", status, detail: text(first?.message), fields });
}

function reasonsIn(value: unknown): Reason[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isRecord).map(({ at, code, about }) => ({
    at: text(at),
    code: text(code),
    about: isRecord(about) ? Object.fromEntries(Object.entries(about).map(([name, fact]) => [name, text(fact)])) : {},
  }));
}

/** Reads both error shapes there are: ours {code, detail, fields} and that of sign-in {errors: [{code, message, param}]}. */
export function refusalIn(body: unknown, status: number): Refusal {
  if (!isRecord(body)) return new Refusal({ code: "unreadable", status, detail: "", fields: {} });
  if (Array.isArray(body.errors)) return signInErrors(body.errors, status);
  return new Refusal({
    code: text(body.code) || "refused",
    status,
    detail: text(body.detail),
    fields: flattened(body.fields),
    reasons: reasonsIn(body.reasons),
  });
}

/** The steps that sign-in still waits for, read from its 401 answer. */
export function pendingSteps(body: unknown): string[] {
  if (!isRecord(body) || !isRecord(body.data) || !Array.isArray(body.data.flows)) return [];
  return body.data.flows
    .filter(isRecord)
    .filter((flow) => flow.is_pending === true)
    .map((flow) => text(flow.id));
}
