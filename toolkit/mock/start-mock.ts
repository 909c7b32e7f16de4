import express from "express";
import pino from "pino";
import type { ApiDocument } from "../document/document.ts";
import { loadDocument } from "../document/load-document.ts";
import { readBody } from "../http/body/read-body.ts";
import { authenticate } from "../http/credentials/authenticate.ts";
import { checkHead } from "../http/steps/check-head.ts";
import { rateLimit } from "../http/steps/rate-limit.ts";
import { refuse } from "../http/steps/refuse.ts";
import { requestContext } from "../http/steps/request-context.ts";
import { route } from "../http/steps/route.ts";
import { securityHeaders } from "../http/steps/security-headers.ts";
import { validateRequest } from "../http/steps/validate-request.ts";
import { constantHeaders, deprecationHeaders } from "../http/steps/version-headers.ts";
import { describeRefusal } from "../process/listen/describe-refusal.ts";
import { listen } from "../process/listen/listen.ts";
import { checkDocument } from "../validation/check-document.ts";
import { createValidators } from "../validation/operation-validator.ts";
import { answerRefusals } from "./answer-refusals.ts";
import { answerWithExample } from "./answer-with-example.ts";
import { allowOrigins, answerPreflight } from "./cors.ts";
import { readPreferences } from "./preferences.ts";
import { createPrism } from "./prism.ts";
import { requestLines } from "./request-lines.ts";

export interface MockOptions {
  /** The bundled document, as a JSON file. */
  document: string;
  /** 0 takes any free one. */
  port: number;
  host?: string;
  /** Is told one line for each answer. */
  onAnswer?: (line: string) => void;
}

export interface Mock {
  url: string;
  document: ApiDocument;
  close(): Promise<void>;
}

/**
 * Starts the mock of a document. Rejects when the document has faults or the port is taken.
 *
 * Prism's own server leaves a body unanswered that isn't JSON, answers 415 as 422, and knows no `Allow`. So only its
 * core is embedded, to choose, sample and invent what is answered. What a request passes before that are the steps
 * of the real server, in its order (toolkit/http/app.ts): the two can't disagree about what is a valid request. This takes
 * less than a proxy in front of Prism, and no second process or port.
 */
export async function startMock({
  document: file,
  port,
  host = "127.0.0.1",
  onAnswer,
}: MockOptions): Promise<Mock> {
  const document = await loadDocument(file);
  checkDocument(document);
  const prism = createPrism(document);

  const app = express();
  app.disable("x-powered-by");
  app.set("etag", false);
  app.set("query parser", "extended");

  app.use(requestContext());
  if (onAnswer) app.use(requestLines(onAnswer));
  app.use(securityHeaders());
  app.use(allowOrigins(document));
  app.use(readPreferences());
  app.use(constantHeaders(document));
  app.use(checkHead());
  app.use(route(document));
  app.use(deprecationHeaders());
  app.use(authenticate(document, anyCredential(document)));
  app.use(rateLimit(document.rateLimits, neverUsedUp));
  app.use(answerPreflight());
  app.use(refuse());
  app.use(readBody());
  app.use(validateRequest(document, createValidators(document)));
  app.use(answerWithExample(prism));
  app.use(answerRefusals(document));

  const server = await listen({ port, host, describeRefusal: describeRefusal(document, silent) });
  server.serve(app);
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${server.port}`;
  return { url, document, close: server.stop };
}

/** A credential must be there, and it may be any. */
function anyCredential({ securitySchemes }: ApiDocument) {
  const accept = async () => ({ caller: undefined, bucket: "mock" });
  return Object.fromEntries(Object.keys(securitySchemes).map((name) => [name, accept]));
}

/** Shows the document's limits, and always the first request of a window: a test run must not meet them. */
const neverUsedUp = {
  count: async (_bucket: string, { windowSeconds }: { windowSeconds: number }) => ({
    used: 1,
    resetMs: windowSeconds * 1000,
  }),
};

/** The mock tells its answers in lines of its own. */
const silent = pino({ level: "silent" });
