import pino from "pino";
import type { ApiDocument } from "../document/document.ts";
import { loadDocument } from "../document/load-document.ts";
import { createShell } from "../http/app.ts";
import { bodyLimits } from "../http/body/body-limits.ts";
import { renderFromDocument } from "../http/errors/render-error.ts";
import { readBasePath } from "../http/options/base-path.ts";
import { createPipeline } from "../http/pipeline.ts";
import { describeRefusal } from "../process/listen/describe-refusal.ts";
import { listen } from "../process/listen/listen.ts";
import { checkDocument } from "../validation/check-document.ts";
import { createValidators } from "../validation/operation-validator.ts";
import { answerRefusals } from "./answer-refusals.ts";
import { answerWithExample } from "./answer-with-example.ts";
import { readPreferences } from "./preferences.ts";
import { createPrism } from "./prism.ts";
import { requestLines } from "./request-lines.ts";

export interface MockOptions {
  /** The bundled document, as a JSON file. */
  document: string;
  /** 0 takes any free one. */
  port: number;
  host?: string;
  /** Before every path of the document, as the server has it. */
  basePath?: string;
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
 * core is embedded, to choose, sample and invent what is answered, at the end of the server's own pipeline: the two
 * can't disagree about what is a valid request. This takes less than a proxy in front of Prism, and no second process or
 * port.
 */
export async function startMock({
  document: file,
  port,
  host = "127.0.0.1",
  basePath,
  onAnswer,
}: MockOptions): Promise<Mock> {
  const document = await loadDocument(file);
  checkDocument(document);
  const prism = createPrism(document);

  const app = createShell();
  app.use(
    createPipeline({
      document,
      validators: createValidators(document),
      authenticators: anyCredential(document),
      limiter: neverUsedUp,
      limits: document.rateLimits,
      observers: onAnswer ? [requestLines(onAnswer)] : [],
      basePath: readBasePath(basePath),
      bodyLimits: bodyLimits({}),
      cors: { origins: () => true, credentials: true },
      beforeRoute: [readPreferences],
      answer: (operation) => answerWithExample(prism, operation),
      answerError: answerRefusals(document),
    }),
  );

  const server = await listen({
    port,
    host,
    describeRefusal: describeRefusal(document, silent, renderFromDocument(document)),
  });
  server.serve(app);
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${server.port}`;
  return { url, document, close: server.stop };
}

/** A credential must be there, and it may be any. */
function anyCredential({ securitySchemes }: ApiDocument) {
  const accept = () => ({ caller: undefined, bucket: "mock" });
  return Object.fromEntries(Object.keys(securitySchemes).map((name) => [name, accept]));
}

/** Shows the document's limits, and always the first request of a window: a test run must not meet them. */
const neverUsedUp = {
  count: (_bucket: string, { windowSeconds }: { windowSeconds: number }) => ({
    used: 1,
    resetMs: windowSeconds * 1000,
  }),
};

/** The mock tells its answers in lines of its own. */
const silent = pino({ level: "silent" });
