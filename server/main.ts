import { fileURLToPath } from "node:url";
import { createApp } from "./app.ts";
import { ConfigError, readConfig } from "./config.ts";
import { blindSchemes } from "./http/accept-anyone.ts";
import { checkDocument } from "./http/check-document.ts";
import { describeRefusal } from "./http/describe-refusal.ts";
import { shareOf } from "./listen/connections.ts";
import { listen } from "./listen.ts";
import { listening } from "./listening.ts";
import { documentFile, loadDocument } from "./load-document.ts";
import { createLog } from "./log.ts";
import { handlers } from "./operations/handlers.ts";
import { service } from "./operations/service.ts";
import { docsPages } from "./pages/docs.ts";
import { healthPages } from "./pages/health.ts";
import { openTelemetry } from "./telemetry/open-telemetry.ts";
import { welcome } from "./welcome.ts";

const docsFile = fileURLToPath(new URL("../generated/docs/index.html", import.meta.url));

async function main(): Promise<void> {
  const document = await loadDocument();
  await checkDocument(document);
  const { production, port, host, rateLimits, settings, ...config } = readConfig(
    process.env,
    document.rateLimits,
    service.readSettings,
  );
  const log = createLog();
  const { metricsPort, tracesUrl } = config;
  const telemetry = await openTelemetry(
    { metrics: metricsPort !== undefined || !production, tracesUrl, serviceName: document.raw.info.title },
    log,
  );

  const server = await listening({ port, host, variable: "PORT" }, () =>
    listen({
      port,
      host,
      describeRefusal: describeRefusal(document, log),
      // Behind a proxy, all connections come from the proxy, which bounds those of an address itself.
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
    help: "Connections closed as they came since the process started, by what was used up: all places, or an address's share.",
    label: "reason",
    read: server.connections.refused,
  });
  const publicUrl = config.publicUrl ?? `http://localhost:${server.port}`;
  const localUrl = `http://127.0.0.1:${server.port}`;
  const opened = await service.open({ settings, production, publicUrl, localUrl, log, telemetry });
  const { services, authenticators, limiter, pages, ping, isPoolFull, isTemporary, greeting, close } = opened;
  if (production) refuseToAcceptAnyone(blindSchemes(authenticators));

  const app = createApp({
    document,
    handlers,
    authenticators,
    services,
    limiter,
    limits: rateLimits,
    log,
    watch: telemetry.steps,
    trustProxy: config.trustProxy,
    pages: [
      ...docsPages({ document: documentFile, page: docsFile, ...(!production && { build: buildDocs }) }),
      ...healthPages({
        ...(ping && { ping }),
        ...(isPoolFull && { isPoolFull }),
        ...(limiter.where && { where: limiter.where }),
      }),
      ...pages,
      // In development the server listens to this machine alone.
      ...(telemetry.metrics && !scraped ? [telemetry.metrics.page] : []),
    ],
    ...(isTemporary && { isTemporary }),
    // Neither Prism nor anything else of the mock is even loaded in production.
    ...(!production && {
      loadStubAnswers: async () => (await import("../mock/answer-stubs.ts")).answerStubs(document),
    }),
  });
  server.serve(app);
  if (telemetry.metrics) scraped?.serve(telemetry.metrics.listener);
  log.info({ port: server.port, ...(scraped && { metricsPort: scraped.port }), host }, "listening");
  if (!production) console.log(greeting ?? welcome(document, handlers, publicUrl));

  const stop = async (): Promise<void> => {
    log.info("stopping");
    await Promise.all([server.stop(), scraped?.stop()]);
    await close();
    await telemetry.close();
    process.exit(0);
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
}

async function buildDocs(): Promise<void> {
  const { buildDocs } = await import("../scripts/docs.ts");
  await buildDocs(docsFile);
}

function refuseToAcceptAnyone(schemes: string[]): void {
  if (schemes.length === 0) return;
  throw new ConfigError(
    `Anybody could call this service: server/operations/authenticators.ts accepts every credential of ${schemes.join(", ")}. ` +
      "Write there who presents a credential before you start it in production.",
  );
}

try {
  await main();
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}
