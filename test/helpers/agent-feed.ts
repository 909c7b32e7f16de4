import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { countCoverage, webhookChecker } from "@counterpart/testing";
import type { FeedProduct } from "../../server/merchants/feeds/feed-products.ts";
import { agentDocument } from "./document.ts";

const check = webhookChecker(agentDocument);

/** An agent's feed `feed_1`, which checks each request against the document. */
export async function startAgentFeed() {
  const requests: FeedProduct[][] = [];
  /** `takes`: how many more requests it doesn't refuse. */
  const control = {
    status: 200,
    body: { id: "feed_1", accepted: true } as object,
    takes: Number.POSITIVE_INFINITY,
  };
  const faults: unknown[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const isOurs =
      request.url === "/feeds/feed_1/products" && request.headers.authorization === "Bearer t0ken";
    const sent = new Request("http://agent/feeds/feed_1/products", {
      method: request.method ?? "",
      headers: { "content-type": request.headers["content-type"] ?? "" },
      body,
    });
    await check("feed_products", sent).then(countCoverage, (fault) => faults.push(fault));
    const status = control.takes-- > 0 ? control.status : 400;
    if (status === 200) requests.push(JSON.parse(body).products);
    response.writeHead(isOurs ? status : 404, { "Content-Type": "application/json" });
    response.end(JSON.stringify(control.body));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/feeds/feed_1`,
    control,
    /** What has arrived since the last call, request by request. */
    taken: () => requests.splice(0),
    /** Rejects if an undocumented request arrived. */
    async close() {
      await new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      });
      if (faults.length > 0) throw new AggregateError(faults, faults.join("\n"));
    },
  };
}
