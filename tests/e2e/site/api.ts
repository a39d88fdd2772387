import { type APIRequestContext, expect, request } from "@playwright/test";
import { codeFor } from "./mail";

export const site = (): string => {
  const address = process.env.DATAHUB_E2E_SITE;
  if (address === undefined) throw new Error("the site is served by globalSetup (site/serve.ts)");
  return address;
};

export const password = "Seven quiet herons 42";
let people = 0;

/** An address nobody else in this run has. */
export function newAddress(): string {
  people += 1;
  return `person${people}-${process.pid}@example.org`;
}

/** A program that has signed in as a new person with a proven address, and asks the API as a page would. */
export class Researcher {
  private constructor(
    private readonly door: APIRequestContext,
    readonly email: string,
  ) {}

  static async join(): Promise<Researcher> {
    const door = await request.newContext({ baseURL: site() });
    const researcher = new Researcher(door, newAddress());
    await door.get("/sign-in"); // gives the cookie that X-CSRFToken repeats
    const { email } = researcher;
    await researcher.ask("POST", "/api/v1/auth/browser/v1/auth/signup", { email, password }, 401); // a step is pending
    await researcher.ask("POST", "/api/v1/auth/browser/v1/auth/email/verify", { key: await codeFor(email) }, 200);
    return researcher;
  }

  /** The answer's JSON, which the caller knows the form of. */
  async ask<T>(method: "GET" | "POST" | "PUT" | "PATCH", path: string, body: unknown, status: number): Promise<T> {
    const answer = await this.door.fetch(path, {
      method,
      headers: await this.token(),
      ...(body === null ? {} : { data: body }),
    });
    expect(answer.status(), `${method} ${path}: ${await answer.text()}`).toBe(status);
    return answer.json();
  }

  /** Bytes of a file. */
  async send(path: string, data: Buffer, headers: Readonly<Record<string, string>>): Promise<void> {
    const sent = { ...(await this.token()), ...headers, "Content-Type": "application/octet-stream" };
    const answer = await this.door.fetch(path, { method: "PUT", headers: sent, data });
    expect(answer.ok(), `PUT ${path}: ${await answer.text()}`).toBe(true);
  }

  private async token(): Promise<Record<string, string>> {
    const { cookies } = await this.door.storageState();
    return { "X-CSRFToken": cookies.find((cookie) => cookie.name === "csrftoken")?.value ?? "" };
  }

  /** The cookies of this session, for a page that is signed in from the start. */
  session(): ReturnType<APIRequestContext["storageState"]> {
    return this.door.storageState();
  }

  async leave(): Promise<void> {
    await this.door.dispose();
  }
}
