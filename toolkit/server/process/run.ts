import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { takesIdempotencyKey } from "../document/idempotency.ts";
import { schemesAcceptingAnyone } from "../http/credentials/accept-anyone.ts";
import type { Limiter } from "../limiter/limiter.ts";
import { createLog } from "../log/log.ts";
import { fileOutput } from "../log/log-output.ts";
import { openTelemetry } from "../telemetry/open-telemetry.ts";
import type { BuildInfo } from "../telemetry/telemetry.ts";
import { createValidators, type OperationValidators } from "../validation/operation-validator.ts";
import { readBuildInfo, versionPage, versionText } from "./build-info.ts";
import { readConfig } from "./config.ts";
import type { Development } from "./development.ts";
import { compileAhead, createQuietTime } from "./documents/compile-ahead.ts";
import { createServerApp } from "./documents/create-server-app.ts";
import { loadStubResponses } from "./documents/load-stub-responses.ts";
import { type OpenedServices, openServices, readAllSettings } from "./documents/open-services.ts";
import { referencePages } from "./documents/reference-pages.ts";
import {
  type AnyRunParts,
  loadServed,
  type RunParts,
  rateLimitsOf,
  type ServedDocument,
  type SharedRunParts,
  secretPatternsOf,
  toolOptions,
} from "./documents/served-document.ts";
import { type HealthParts, healthPages } from "./health-pages.ts";
import { shareOf } from "./listen/connections.ts";
import { describeRefusal } from "./listen/describe-refusal.ts";
import { listen } from "./listen/listen.ts";
import { openLimiter } from "./open-limiter.ts";
import { createOutageLog, type OutageLog } from "./outages.ts";
import { requirePackages } from "./require-packages.ts";
import { ConfigError } from "./settings.ts";
import { welcome } from "./welcome.ts";

/**
 * Runs the server of one or several documents until SIGTERM or SIGINT. Reports an operator's mistakes, such as an
 * invalid variable or a port in use, in a sentence and exits with code 1.
 */
export async function run<Settings, Services>(
  parts: RunParts<Settings, Services> | SharedRunParts,
): Promise<void> {
  const build = readBuildInfo(process.argv[1], process.env);
  if (process.argv.includes("--version", 2)) return console.log(versionText(build));
  try {
    await start(parts, build);
  } catch (error) {
    console.error(error instanceof ConfigError ? error.message : error);
    process.exit(1);
  }
}

async function start(parts: AnyRunParts, build: BuildInfo): Promise<void> {
  const documents = await loadServed(parts);
  const [first] = documents;
  const { production, logLevel, logSuccessRatio, drainMs, port, host, rateLimits, settings, ...config } =
    readConfig(process.env, rateLimitsOf(documents), readAllSettings(documents));
  const development = production ? undefined : await loadDevelopment(parts);
  // Prism loads mostly in a thread, while everything else is opened.
  const stubAnswersLoaded = development && loadStubResponses(documents, development);
  const output = fileOutput(1);
  let outages: OutageLog | undefined;
  const log = createLog(
    development && process.stdout.isTTY ? await development.prettyOutput(output) : output,
    {
      level: logLevel,
      isCovered: (error, fields) => outages?.covers(error, fields) ?? false,
      secretPatterns: secretPatternsOf(documents),
    },
  );
  outages = createOutageLog(log);
  // Finds none in generated documents, since `counterpart generate` removes such operations.
  for (const { name, document } of documents) {
    const of = name === undefined ? {} : { document: name };
    for (const { note } of document.leftOut) log.warn({ ...of, ...note }, "operation not served");
  }
  const { metricsPort, tracesUrl, traceSampling } = config;
  if (tracesUrl !== undefined) requirePackages("traces", "OTEL_EXPORTER_OTLP_ENDPOINT");
  const telemetry = await openTelemetry(
    {
      metrics: metricsPort !== undefined || !production,
      tracesUrl,
      traceSampling,
      serviceName: first.document.info.title,
      build,
      byDocument: documents.length > 1,
      byWay: documents.some((one) => toolOptions(one) !== false),
    },
    log,
  );

  const server = await withListenErrors({ port, host, variable: "PORT" }, () =>
    listen({
      port,
      host,
      describeRefusal: describeRefusal(first.document, log, first.service),
      onCut: (cut) => log.warn({ requests: cut }, "requests took too long and were aborted"),
      // All connections from a proxy share its address, so the proxy has to limit clients.
      ...(config.trustProxy === 0 && { maxPerAddress: shareOf }),
    }),
  );
  const scraped =
    metricsPort === undefined
      ? undefined
      : await withListenErrors({ port: metricsPort, host, variable: "METRICS_PORT" }, () =>
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
    help: "Connections closed on arrival since the process started, by the limit that was reached: full (total) or address.",
    label: "reason",
    read: server.connections.refused,
  });
  telemetry.gauge({
    name: "dependency_up",
    help: "1 while a system that the service depends on answers, 0 during an outage, by system.",
    label: "system",
    read: outages.up,
  });
  const publicUrl = config.publicUrl ?? `http://localhost:${server.port}`;
  const localUrl = `http://127.0.0.1:${server.port}`;
  // Opening may wait for other systems. PID 1 in a container isn't ended by signals without a handler.
  const giveUp = (): never => {
    log.info("stopped before it was ready");
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, giveUp);
  const limiter = await openLimiter(config.redisUrl, log, telemetry);
  const opened = await openServices(documents, {
    settings,
    production,
    publicUrl,
    localUrl,
    limiter,
    log,
    outages,
    telemetryFor: telemetry.forDocument,
  });
  if (production) {
    refuseToAcceptAnyone(opened.all.flatMap(({ authenticators }) => schemesAcceptingAnyone(authenticators)));
    warnOfForgottenKeys(documents, opened, log);
  }

  const validators = new Map(
    documents.map((one) => {
      const { document, service, validators: written } = one;
      return [one, createValidators(document, { formats: service.formats, written })];
    }),
  );
  const references = referencePages(documents, development);
  let isStopping = false;
  const oncePages = [
    ...healthPages({ ...health(opened, limiter), isStopping: () => isStopping }),
    versionPage(build, contractOf(documents)),
    // In development the server listens only on a loopback address.
    ...(telemetry.metrics && !scraped ? [telemetry.metrics.page] : []),
  ];
  const app = createServerApp(documents, {
    opened,
    limiter,
    limits: rateLimits,
    log,
    logSuccessRatio,
    observers: telemetry.observers,
    trustProxy: config.trustProxy,
    publicUrl,
    validatorsOf: (one) => validators.get(one) as OperationValidators,
    pagesOf: (one) => [...(references.get(one) ?? []), ...(one === first ? oncePages : [])],
    explainFailures: !production,
    stubResponses: development?.stubResponses,
  });
  const stopCompiling = compileAhead(
    [...validators].map(([{ document }, of]) => ({ document, validators: of })),
    createQuietTime(server.requests),
  );
  const stop = async (): Promise<void> => {
    isStopping = true;
    stopCompiling();
    log.info({ ...(drainMs > 0 && { drainMs }) }, "stopping");
    await pause(drainMs);
    await Promise.all([server.stop(), scraped?.stop()]);
    outages.close();
    await opened.close();
    await limiter.close();
    await telemetry.close();
    process.exit(0);
  };
  // Before clients can see that the process is ready, since they may then stop it.
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, stop).off(signal, giveUp);
  await stubAnswersLoaded;
  if (isStopping) return;
  server.serve(app);
  if (telemetry.metrics) scraped?.serve(telemetry.metrics.listener);
  const { version, revision } = build;
  log.info(
    { port: server.port, ...(scraped && { metricsPort: scraped.port }), host, version, revision },
    "listening",
  );
  if (!production) {
    const greetings = opened.all.flatMap(({ greeting }) => (greeting === undefined ? [] : [greeting]));
    const isGreeted = greetings.length > 0 && first.name === undefined;
    console.log([...(isGreeted ? [] : [welcome(documents, publicUrl)]), ...greetings].join("\n"));
  }
}

/** Calls `listen`; turns a failure into a ConfigError that names the variable to check. */
async function withListenErrors<T>(
  { port, host, variable }: { port: number; host: string; variable: string },
  listen: () => Promise<T>,
): Promise<T> {
  try {
    return await listen();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const sentence: Record<string, string> = {
      EADDRINUSE: `${variable} is ${port}, but another process is already listening there (EADDRINUSE).`,
      EACCES: `${variable} is ${port}, but this user may not listen there: use a port from 1024 up.`,
      EADDRNOTAVAIL: `HOST is ${host}, which isn't an address of this machine.`,
      ENOTFOUND: `HOST is ${host}, which has no address.`,
      EAI_AGAIN: `HOST is ${host}, which has no address.`,
    };
    throw code !== undefined && code in sentence ? new ConfigError(sentence[code], { cause: error }) : error;
  }
}

async function loadDevelopment({ development }: AnyRunParts): Promise<Development | undefined> {
  try {
    return await development?.();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw cause;
    const message =
      "The development tools aren't installed. Run `npm ci`, or start with NODE_ENV=production.";
    throw new ConfigError(message, { cause });
  }
}

/** Combines the services' health: a server is ready if every service is. */
function health(opened: OpenedServices, { where }: Limiter): HealthParts {
  const pings = opened.all.flatMap(({ ping }) => ping ?? []);
  const pools = opened.all.flatMap(({ isPoolFull }) => isPoolFull ?? []);
  return {
    ...(pings.length > 0 && { ping: async () => void (await Promise.all(pings.map((ping) => ping()))) }),
    ...(pools.length > 0 && { isPoolFull: () => pools.some((isFull) => isFull()) }),
    ...(where && { where }),
  };
}

function contractOf(documents: ServedDocument[]): string | Record<string, string> {
  const [first, ...others] = documents;
  if (first && (others.length === 0 || first.name === undefined)) return first.document.info.version;
  return Object.fromEntries(documents.map(({ name = "", document }) => [name, document.info.version]));
}

function refuseToAcceptAnyone(schemes: string[]): void {
  if (schemes.length === 0) return;
  throw new ConfigError(
    `Anyone could call this service: its authenticators accept every credential of ${schemes.join(", ")}. ` +
      "Replace `acceptAnyone()` in the service before you start it in production.",
  );
}

/** Warns that keys are kept in memory: they aren't shared with other processes and are lost on restart. */
function warnOfForgottenKeys(documents: ServedDocument[], opened: OpenedServices, log: Logger): void {
  for (const { name, document, service } of documents) {
    const { idempotencyStore } = opened.of(service);
    if (idempotencyStore || !document.operations.some(takesIdempotencyKey)) continue;
    const of = name === undefined ? {} : { document: name };
    log.warn(of, "responses for Idempotency-Key are kept in memory: give the service an idempotencyStore");
  }
}
