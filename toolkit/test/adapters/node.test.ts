import { createApp } from "../../server/adapters/node/create-app.ts";
import { memoryLimiter } from "../../server/limiter/memory.ts";
import { createLog } from "../../server/log/log.ts";
import { listen } from "../../server/process/listen/listen.ts";
import { handlersSuite } from "./handlers-suite.ts";

handlersSuite("our own server", async ({ document, ...parts }) => {
  const log = createLog({ write: () => {} });
  const authenticators = {};
  const more = { services: {}, limiter: memoryLimiter(), limits: {}, pages: [], log, authenticators };
  const server = await listen({ port: 0, host: "127.0.0.1", bounds: { drainMs: 0 } });
  server.serve(createApp({ document, ...parts, ...more }));
  return { url: `http://127.0.0.1:${server.port}`, close: server.stop };
});
