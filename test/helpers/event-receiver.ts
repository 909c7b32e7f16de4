import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { countCoverage, webhookChecker } from "@counterpart/testing";
import type { WebhookEvent } from "../../generated/verify-webhook.ts";
import { agentDocument, document, ucpDocument } from "./document.ts";

export interface ReceivedEvent {
  /** With its query. */
  url: string;
  headers: IncomingHttpHeaders;
  text: string;
  body: WebhookEvent;
}

const checkWebhook = webhookChecker(document);
const checkAgentWebhook = webhookChecker(agentDocument);
const checkPlatformWebhook = webhookChecker(ucpDocument);

/** Checks an event against its document, and counts it for the coverage. */
async function check(
  request: IncomingMessage,
  { text, type }: { text: string; type: string },
): Promise<void> {
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const method = request.method ?? "";
  const sent = new Request(`http://receiver${request.url}`, { method, headers, body: text });
  const isFor = (signature: string) => request.headers[signature] !== undefined;
  const checked = isFor("merchant-signature")
    ? checkAgentWebhook("order_events", sent)
    : isFor("signature-input")
      ? checkPlatformWebhook("orderEvent", sent)
      : checkWebhook(type, sent);
  countCoverage(await checked);
}

/** How a receiver responds: with a status, with several headers, or never. */
type Answer = number | "never" | { status: number; headers: Record<string, string> };

/** A merchant's server, or an agent's, which answers 204 by default. */
export async function startEventReceiver() {
  const received: ReceivedEvent[] = [];
  const arrivals: (() => void)[] = [];
  const control: { answer: Answer } = { answer: 204 };
  const faults: Error[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", async () => {
      const body: WebhookEvent = JSON.parse(text);
      received.push({ url: request.url ?? "", headers: request.headers, text, body });
      // Tests of only the connection send no event.
      if (body.type !== undefined || "ucp" in body)
        await check(request, { text, type: body.type }).catch((fault) => faults.push(fault));
      for (const resolve of arrivals.splice(0)) resolve();
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
    /** Rejects if an undocumented event arrived. */
    async close() {
      await new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      });
      if (faults.length > 0) throw new AggregateError(faults, faults.join("\n"));
    },
  };
}

export type EventReceiver = Awaited<ReturnType<typeof startEventReceiver>>;
