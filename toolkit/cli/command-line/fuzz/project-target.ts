import path from "node:path";
import { pathToFileURL } from "node:url";
import { existingBundle } from "@counterpart/server/document";
import { readBasePath } from "@counterpart/server/http";
import type { NamedRunParts } from "@counterpart/server/process";
import { UsageError } from "@counterpart/testing/errors";
import { createSender, variableOf } from "@counterpart/testing/exchanges";
import { anyTarget, type FuzzTarget } from "@counterpart/testing/fuzz";
import { type RunningDocument, startServices } from "@counterpart/testing/service";
import type { DocumentConfig } from "../../config/define-config.ts";
import { configFile } from "../../config/load-config.ts";

/**
 * The target of `counterpart fuzz`: the configured one, or the project's own handlers and service, about
 * which only the document is known.
 * @param isOnly whether the project has no other document
 */
export async function projectTarget(
  config: DocumentConfig,
  { isOnly }: { isOnly: boolean },
): Promise<FuzzTarget> {
  if (config.fuzzTarget === undefined) {
    return { start: () => startProject(config, isOnly), attach: async (running) => anyTarget(running) };
  }
  const module = await importFile<{ default?: FuzzTarget }>(config.fuzzTarget);
  if (!module.default) throw new Error(`${config.fuzzTarget} has no default export: export a FuzzTarget.`);
  return module.default;
}

/** The only credential accepted here; it is also valid for HTTP Basic. */
const credential = "fuzz:fuzz";

async function startProject(config: DocumentConfig, isOnly: boolean): ReturnType<FuzzTarget["start"]> {
  const document = pathToFileURL(path.resolve(await existingBundle(config)));
  const { handlers } = await importFile<HandlersModule>(config.handlers);
  const { service } = await importFile<ServiceModule>(config.service);
  const { NODE_ENV: _, HOST: __, ...env } = process.env;
  const { name } = config;
  const basePath = agreedBasePath(config, service.basePath, { isOnly });
  const served = { name, document, handlers, service, basePath };
  const { documents, close } = await startServices(
    { documents: [served] },
    { env, onlyCredential: credential },
  );
  const running = documents[name] as RunningDocument;
  const sender = createSender(running.url);
  const schemes = Object.keys(running.document.securitySchemes);
  const credentials = Object.fromEntries(
    schemes.map((scheme) => [scheme, env[variableOf(scheme)] || credential]),
  );
  return {
    ...anyTarget({ document: running.document, sender, credentials }),
    url: running.url,
    close: async () => {
      sender.close();
      await close();
    },
  };
}

type HandlersModule = Pick<NamedRunParts, "handlers">;
type ServiceModule = Pick<NamedRunParts, "service">;

function importFile<Module>(file: string): Promise<Module> {
  return import(pathToFileURL(path.resolve(file)).href);
}

/**
 * The base path for mock and fuzzer, which the configuration and the service must agree on.
 * @param own the service's base path, which the server uses
 * @param isOnly whether the project has no other document; with several, `run` may set the base path instead
 * @throws UsageError when the two differ
 */
export function agreedBasePath(
  { basePath, service }: Pick<DocumentConfig, "basePath" | "service">,
  own: string | undefined,
  { isOnly }: { isOnly: boolean },
): string {
  const configured = readBasePath(basePath);
  const served = own === undefined && !isOnly ? configured : readBasePath(own);
  if (served === configured) return configured;
  const said = (path: string) => (path === "" ? "no basePath" : `the basePath ${path}`);
  throw new UsageError(
    `The service in ${service} has ${said(served)}, and ${configFile} has ${said(configured)}, which mock and fuzz use. Give both the same.`,
  );
}
