import { pathToFileURL } from "node:url";
import { createApp, listen } from "@counterpart/server";
import { describeRefusal } from "@counterpart/server/listen";
import { listening, shop } from "../../conformance/adapters/servers/shop.ts";

// The documents of `bench/start.ts`, with written validators if their file is named.

const [, , , file] = process.argv;
const validators = file === undefined ? undefined : (await import(pathToFileURL(file).href)).default;
const server = await listen({
  port: 0,
  host: "127.0.0.1",
  describeRefusal: describeRefusal(shop.document, shop.log as never, shop),
});
const accept = () => ({ caller: {}, bucket: "any" });
const schemes = Object.keys(shop.document.securitySchemes);
const authenticators = Object.fromEntries(schemes.map((name) => [name, accept]));
server.serve(createApp({ ...shop, authenticators, ...(validators && { validators }) }));
listening(server.port);
