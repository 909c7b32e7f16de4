import { answerStubs } from "../../mock/answer-stubs.ts";
import { createApp } from "../../server/app.ts";
import { readConfig } from "../../server/config.ts";
import { blindSchemes } from "../../server/http/accept-anyone.ts";
import type { Authenticators } from "../../server/http/authenticate.ts";
import { listen } from "../../server/listen.ts";
import { loadDocument } from "../../server/load-document.ts";
import { createLog } from "../../server/log.ts";
import { handlers } from "../../server/operations/handlers.ts";
import { service } from "../../server/operations/service.ts";
import { unwatched } from "../../server/telemetry/telemetry.ts";
import { contractObserver } from "../contract/coverage/contract-coverage.ts";
import { countSighting } from "../contract/coverage/traffic.ts";
import { checkingFetch } from "./checking-fetch.ts";

/**
 * The service on a free port, and a fetch that holds every answer to the document. Operations that aren't written yet
 * are answered by the mock.
 * @param onlyCredential the one that is let in where everyone would be, so that a wrong one is refused
 */
export async function startService({ onlyCredential }: { onlyCredential?: string } = {}) {
  const document = await loadDocument();
  const { settings, rateLimits } = readConfig({}, document.rateLimits, service.readSettings);
  const observe = contractObserver(document);
  const logLines: string[] = [];
  const log = createLog({ write: (line) => void logLines.push(line) });
  const server = await listen({ port: 0, host: "127.0.0.1" });
  const url = `http://127.0.0.1:${server.port}`;
  const surroundings = { production: false, publicUrl: url, localUrl: url, log, telemetry: unwatched };
  const { services, authenticators, limiter, pages, close } = await service.open({
    settings,
    ...surroundings,
  });
  const app = createApp({
    document,
    handlers,
    authenticators: onlyCredential === undefined ? authenticators : narrowed(authenticators, onlyCredential),
    services,
    limiter,
    limits: rateLimits,
    log,
    pages,
    loadStubAnswers: async () => answerStubs(document),
  });
  server.serve(app);
  return {
    document,
    url,
    logLines,
    ...checkingFetch(document, (exchange) => {
      // What the mock says shows nothing of the service.
      if (exchange.headers["x-mock"] === undefined) countSighting(observe(exchange));
    }),
    close: async () => {
      await server.stop();
      await close();
    },
  };
}

function narrowed(authenticators: Authenticators, only: string): Authenticators {
  const names = blindSchemes(authenticators);
  return Object.fromEntries(
    Object.entries(authenticators).map(([name, authenticator]) => [
      name,
      names.includes(name)
        ? async (presented) => (presented.credential === only ? authenticator(presented) : undefined)
        : authenticator,
    ]),
  );
}
