import { createFetch } from "@counterpart/server/fetch";
import { listening, shop } from "./shop.ts";

declare const Deno: {
  serve(
    options: { port: number; hostname: string; onListen: (address: { port: number }) => void },
    handler: (request: Request) => Promise<Response>,
  ): unknown;
};

const api = await createFetch(shop);
Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: ({ port }) => listening(port) }, (request) =>
  api(request),
);
