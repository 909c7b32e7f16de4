import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { WebhookEvent } from "../../generated/verify-webhook.ts";

export interface ReceivedEvent {
  headers: IncomingHttpHeaders;
  text: string;
  body: WebhookEvent;
}

/** What a receiver does: answers with a status, or with several headers, or never. */
type Answer = number | "never" | { status: number; headers: Record<string, string> };

/** A merchant's server, which answers 204 unless told otherwise. */
export async function startEventReceiver() {
  const received: ReceivedEvent[] = [];
  const arrivals: (() => void)[] = [];
  const control: { answer: Answer } = { answer: 204 };
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      received.push({ headers: request.headers, text, body: JSON.parse(text) });
      for (const tell of arrivals.splice(0)) tell();
      const { answer } = control;
      if (answer === "never") return;
      const { status, headers } = typeof answer === "number" ? { status: answer, headers: {} } : answer;
      response.writeHead(status, headers).end("thanks");
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    control,
    types: () => received.map(({ body }) => body.type),
    /** Resolves at the next request. */
    arrival: () => new Promise<void>((resolve) => arrivals.push(resolve)),
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

export type EventReceiver = Awaited<ReturnType<typeof startEventReceiver>>;
