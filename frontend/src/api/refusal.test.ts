import { describe, expect, test } from "vitest";
import { flattened, pendingSteps, refusalIn } from "./refusal";

describe("a refusal", () => {
  test("keeps code, detail and the message of each field", () => {
    const refusal = refusalIn({ code: "invalid", detail: "Not saved.", fields: { title: ["Too long."] } }, 400);
    expect([refusal.code, refusal.detail, refusal.fields]).toEqual(["invalid", "Not saved.", { title: "Too long." }]);
  });

  test("names the place of a message inside a list", () => {
    expect(flattened({ questions: [{}, { text: ["Too long.", "Odd."] }] })).toEqual({
      "questions.1.text": "Too long. Odd.",
    });
  });

  test("reads the error shape of sign-in", () => {
    const body = { status: 400, errors: [{ code: "email_taken", param: "email", message: "Already in use." }] };
    expect(refusalIn(body, 400).fields).toEqual({ email: "Already in use." });
    expect(refusalIn(body, 400).code).toBe("email_taken");
  });

  test.each([null, "<html>", 3, undefined, []])("survives a body that is not JSON of ours: %j", (body) => {
    expect(refusalIn(body, 502).code).toBe("unreadable");
  });

  test("lists the steps that sign-in waits for", () => {
    const body = { data: { flows: [{ id: "login" }, { id: "verify_email", is_pending: true }] } };
    expect(pendingSteps(body)).toEqual(["verify_email"]);
    expect(pendingSteps("down")).toEqual([]);
  });
});
