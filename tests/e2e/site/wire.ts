import { createServer, request as forward, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One request as it left the browser: names, order and letters of the headers included. */
export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly string[];
  readonly body: string;
}

/** What a tampering host serves in place of a file. */
export type Rewrite = (path: string, body: string) => string;

/**
 * A proxy between the browser and everything else. It keeps every request it is asked to pass on, to whatever host,
 * so nothing a page sends over HTTP is missed: fetch, beacon, image, navigation, prefetch, socket.
 */
export class Wire {
  private readonly sent: Sent[] = [];
  private readonly waiting: (() => void)[] = [];
  rewrite: Rewrite | null = null;
  /** Nothing passes, also not what a page sends while it is being closed and the browser forgets that it is off-line. */
  down = false;
  private readonly server: Server;

  private constructor(private readonly site: URL) {
    this.server = createServer((request, response) => void this.pass(request, response));
    for (const kind of ["connect", "upgrade"] as const) {
      this.server.on(kind, (request, socket) => {
        this.keep(request, `(${kind})`);
        socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
      });
    }
  }

  static async open(site: string): Promise<Wire> {
    const wire = new Wire(new URL(site));
    await new Promise<void>((listening) => wire.server.listen(0, "127.0.0.1", listening));
    return wire;
  }

  /** What browser.newContext({ proxy }) takes: loopback addresses would pass it by otherwise. */
  get proxy(): { server: string; bypass: string } {
    const { port } = this.server.address() as AddressInfo; // not a pipe: it listens on a port
    return { server: `http://127.0.0.1:${port}`, bypass: "<-loopback>" };
  }

  /** A page of the site that this proxy makes up and keeps no request of: empty, and without an icon to ask for. */
  get elsewhere(): string {
    return new URL("/elsewhere/", this.site).href;
  }

  /** What was sent since the last call, in an order that does not hang on which connection was faster. */
  taken(): Sent[] {
    const order = (sent: Sent) => `${sent.url} ${sent.method}`;
    return this.sent.splice(0).sort((left, right) => (order(left) < order(right) ? -1 : 1));
  }

  /** Waits until such a request has been sent. */
  async asked(wanted: (sent: Sent) => boolean): Promise<void> {
    while (!this.sent.some(wanted)) await new Promise<void>((sent) => this.waiting.push(sent));
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  private keep(request: IncomingMessage, body: string): void {
    this.sent.push({ method: request.method ?? "", url: request.url ?? "", headers: request.rawHeaders, body });
    for (const sent of this.waiting.splice(0)) sent();
  }

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.down) {
      request.socket.destroy();
      return;
    }
    if (request.method === "GET" && request.url === this.elsewhere) {
      response.writeHead(200, { "content-type": "text/html" }).end('<link rel="icon" href="data:,">');
      return;
    }
    const body = await whole(request);
    this.keep(request, body.toString("latin1"));
    const address = new URL(request.url ?? "", this.site);
    if (address.host !== this.site.host) {
      response.writeHead(502).end();
      return;
    }
    const { "proxy-connection": _, ...headers } = request.headers;
    if (this.rewrite !== null) headers["accept-encoding"] = "identity";
    const onward = forward(address, { method: request.method ?? "GET", headers }, (answer) => {
      void this.answer(address.pathname, answer, response);
    });
    onward.on("error", () => response.writeHead(502).end());
    onward.end(body);
  }

  private async answer(path: string, answer: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = /html|javascript/.test(answer.headers["content-type"] ?? "");
    const body = await whole(answer);
    const served = this.rewrite !== null && text ? Buffer.from(this.rewrite(path, body.toString("utf8"))) : body;
    const { "transfer-encoding": _, ...headers } = answer.headers;
    response.writeHead(answer.statusCode ?? 502, { ...headers, "content-length": String(served.length) });
    response.end(served);
  }
}

async function whole(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part);
  return Buffer.concat(parts);
}
