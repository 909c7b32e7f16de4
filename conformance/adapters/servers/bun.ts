import { createFetch } from "@counterpart/server/fetch";
import { listening, shop } from "./shop.ts";

declare const Bun: {
  serve(options: { port: number; hostname: string; fetch: (request: Request) => Promise<Response> }): {
    port: number;
  };
};

const api = await createFetch(shop);
listening(Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: (request) => api(request) }).port);
