import { createFetch } from "@counterpart/server/fetch";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { listening, shop } from "./shop.ts";

const api = await createFetch(shop);
const app = new Hono();
app.all("*", (c) => api(c.req.raw));
serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => listening(port));
