import { fileURLToPath } from "node:url";
import { loadDocument } from "../document/load-document.ts";
import { createApp } from "../http/app.ts";
import { blindSchemes } from "../http/credentials/accept-anyone.ts";
import { readBasePath } from "../http/options/base-path.ts";
import type { AnyHandler } from "../http/steps/handle.ts";
import { openTelemetry } from "../telemetry/open-telemetry.ts";
import { readConfig } from "./config.ts";
import { docsPages } from "./docs-pages.ts";
import { healthPages } from "./health-pages.ts";
import { shareOf } from "./listen/connections.ts";
import { describeRefusal } from "./listen/describe-refusal.ts";
import { listen } from "./listen/listen.ts";
import { listening } from "./listen/listen-failure.ts";
import { createLog } from "./log.ts";
import { openLimiter } from "./open-limiter.ts";
import type { ServiceDefinition } from "./service-definition.ts";
import { ConfigError } from "./settings.ts";
import { welcome } from "./welcome.ts";

export interface RunParts<Settings, Services> {
  /** The bundled document, which `counterpart generate` writes; its reference page is `docs/index.html` beside it. */
  document: URL;
  /** By operationId. Missing ones are answered by the mock in development, otherwise with 501. */
  handlers: Record<string, AnyHandler>;
  service: ServiceDefinition<Settings, Services>;
}

/**
 * Runs the server of a document until SIGTERM or SIGINT: reads the environment, listens, serves. A problem that its
 * operator can fix, such as a mistake in a variable or a port in use, is reported in a sentence, and ends the process
 * with exit code 1.
 */
export async function run<Settings, Services>(parts: RunParts<Settings, Services>): Promise<void> {
  try {
    await start(parts);
  } catch (error) {
    console.error(error instanceof ConfigError ? error.message : error);
    process.exit(1);
  }
}

async function start<Settings, Services>({
  document: documentUrl,
  handlers,
  service,
}: RunParts<Settings, Services>): Promise<void> {
  const documentFile = fileURLToPath(documentUrl);
  const docsFile = fileURLToPath(new URL("docs/index.html", documentUrl));
  const document = await loadDocument(documentFile);
  const { production, port, host, rateLimits, settings, ...config } = readConfig(
    process.env,
    document.rateLimits,
    service.readSettings,
  );
  const log = createLog();
  // `counterpart generate` leaves such operations out, so that none is found in what it wrote.
  for (const { note } of document.leftOut) log.warn(note, "operation not served");
  const { metricsPort, tracesUrl } = config;
  const telemetry = await openTelemetry(
    { metrics: metricsPort !== undefined || !production, tracesUrl, serviceName: document.info.title },
    log,
  );

  const server = await listening({ port, host, variable: "PORT" }, () =>
    listen({
      port,
      host,
      describeRefusal: describeRefusal(document, log, service.renderError),
      // Behind a proxy, all connections come from the proxy, which limits those of an address itself.
      ...(config.trustProxy === 0 && { maxPerAddress: shareOf }),
    }),
  );
  const scraped =
    metricsPort === undefined
      ? undefined
      : await listening({ port: metricsPort, host, variable: "METRICS_PORT" }, () =>
          listen({ port: metricsPort, host }),
        );
  telemetry.gauge({
    name: "http_connections",
    help: "Open connections.",
    label: "state",
    read: () => ({ open: server.connections.open() }),
  });
  telemetry.gauge({
    name: "http_connections_refused",
    help: "Connections closed on arrival since the process started, by the limit that was reached: total or per address.",
    label: "reason",
    read: server.connections.refused,
  });
  const publicUrl = config.publicUrl ?? `http://localhost:${server.port}`;
  const localUrl = `http://127.0.0.1:${server.port}`;
  const limiter = await openLimiter(config.redisUrl, log, telemetry);
  const opened = await service.open({ settings, production, publicUrl, localUrl, log, telemetry });
  const { services, authenticators, pages, middleware, ping, isPoolFull, isTemporary, greeting, close } =
    opened;
  if (production) refuseToAcceptAnyone(blindSchemes(authenticators));

  const app = createApp({
    ...service,
    document,
    handlers,
    authenticators,
    services,
    limiter,
    limits: rateLimits,
    log,
    observers: telemetry.observers,
    trustProxy: config.trustProxy,
    pages: [
      ...docsPages({
        document: documentFile,
        page: docsFile,
        ...(!production && { build: () => buildDocs(documentFile, docsFile) }),
      }),
      ...healthPages({
        ...(ping && { ping }),
        ...(isPoolFull && { isPoolFull }),
        ...(limiter.where && { where: limiter.where }),
      }),
      ...pages,
      // In development the server listens on a loopback address only.
      ...(telemetry.metrics && !scraped ? [telemetry.metrics.page] : []),
    ],
    ...(middleware && { middleware }),
    ...(isTemporary && { isTemporary }),
    // Neither Prism nor anything else of the mock is loaded in production.
    ...(!production && {
      loadStubAnswers: async () => (await import("../dev/answer-stubs.ts")).answerStubs(document),
    }),
  });
  server.serve(app);
  if (telemetry.metrics) scraped?.serve(telemetry.metrics.listener);
  log.info({ port: server.port, ...(scraped && { metricsPort: scraped.port }), host }, "listening");
  if (!production)
    console.log(greeting ?? welcome(document, handlers, publicUrl, readBasePath(service.basePath)));

  const stop = async (): Promise<void> => {
    log.info("stopping");
    await Promise.all([server.stop(), scraped?.stop()]);
    await close();
    await limiter.close();
    await telemetry.close();
    process.exit(0);
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
}

async function buildDocs(documentFile: string, docsFile: string): Promise<void> {
  const { buildDocs } = await import("../generate/docs.ts");
  await buildDocs(documentFile, docsFile);
}

function refuseToAcceptAnyone(schemes: string[]): void {
  if (schemes.length === 0) return;
  throw new ConfigError(
    `Anybody could call this service: its authenticators accept every credential of ${schemes.join(", ")}. ` +
      "Replace `acceptAnyone()` in the service before you start it in production.",
  );
}
