import { type Authenticator, run, type ServiceDefinition } from "@counterpart/server";

// A server with a document other than the shop's, and the toolkit's own store for idempotency keys.

const service: ServiceDefinition<object, object> = {
  readSettings: () => ({}),
  async open() {
    const token: Authenticator = ({ credential }) => ({ caller: credential, bucket: credential, log: {} });
    return { services: {}, authenticators: { token }, pages: [], close: async () => {} };
  },
};

await run({
  document: new URL("toolkit-server.openapi.json", import.meta.url),
  handlers: {
    addNote: async ({ body }: { body: { text: string } }) => ({ status: 200, body: { text: body.text } }),
  },
  service,
});
