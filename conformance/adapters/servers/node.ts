import { createApp, listen } from "@counterpart/server";
import { describeRefusal } from "@counterpart/server/listen";
import { listening, shop } from "./shop.ts";

const server = await listen({
  port: 0,
  host: "127.0.0.1",
  describeRefusal: describeRefusal(shop.document, shop.log as never, shop),
});
server.serve(createApp(shop));
listening(server.port);
