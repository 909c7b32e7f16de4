import { fileURLToPath } from "node:url";
import { createApp } from "./app.ts";
import { ConfigError, readConfig } from "./config.ts";
import { checkDocument } from "./http/check-document.ts";
import { listen } from "./listen.ts";
import { documentFile, loadDocument } from "./load-document.ts";
import { createLog } from "./log.ts";
import { authenticators } from "./operations/authenticators.ts";
import { handlers } from "./operations/handlers.ts";
import { docsPages } from "./pages/docs.ts";
import { healthPages } from "./pages/health.ts";
import { landingPages } from "./pages/landing.ts";
import { webhookPages } from "./pages/webhooks.ts";
import { openServices } from "./services.ts";

const docsFile = fileURLToPath(new URL("../generated/docs/index.html", import.meta.url));

async function main(): Promise<void> {
  const document = await loadDocument();
  await checkDocument(document);
  const config = readConfig(process.env, document.rateLimits);
  const log = createLog();

  // The stand-in and the demo store aren't even loaded in production.
  const development = config.production ? undefined : await import("./development.ts");
  const server = await listen(config);
  const stripe = config.stripe ?? (await development?.startPayments(`http://127.0.0.1:${server.port}`));
  if (!stripe) throw new ConfigError("There is no payment provider.");
  const publicUrl = config.publicUrl ?? `http://localhost:${server.port}`;
  const { services, limiter, receiveEvent, close } = await openServices(
    { ...config, publicUrl, stripe },
    Date.now,
    log,
  );
  const demo = await development?.prepareDemo(services.store, { standIn: config.stripe === undefined });

  const app = createApp({
    document,
    handlers,
    authenticators: authenticators(demo ? { ...services, demo } : services),
    services,
    limiter,
    limits: config.rateLimits,
    log,
    pages: [
      ...docsPages({ document: documentFile, page: docsFile, build: buildDocs }),
      ...healthPages(services.store.ping),
      ...landingPages(),
      ...webhookPages(receiveEvent),
    ],
  });
  server.serve(app);
  log.info({ port: server.port, host: config.host }, "listening");
  if (demo) console.log(development?.welcome(demo, publicUrl));

  const stop = async (): Promise<void> => {
    log.info("stopping");
    await server.stop();
    await close();
    process.exit(0);
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
}

async function buildDocs(): Promise<void> {
  const { buildDocs } = await import("../scripts/docs.ts");
  await buildDocs(docsFile);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}
