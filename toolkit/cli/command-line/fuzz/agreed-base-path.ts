import { readBasePath } from "@counterpart/server/http/options/base-path";
import { UsageError } from "@counterpart/testing/mock/usage-error";
import { configFile } from "../../config/config-schema.ts";
import type { DocumentConfig } from "../../config/define-config.ts";

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
