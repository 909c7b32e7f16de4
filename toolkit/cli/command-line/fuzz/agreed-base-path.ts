import { readBasePath } from "@counterpart/server/http/options/base-path";
import { UsageError } from "@counterpart/testing/mock/usage-error";
import { configFile } from "../../config/config-schema.ts";
import type { DocumentConfig } from "../../config/define-config.ts";

/**
 * The base path of a document, which the configuration says to mock and fuzzer.
 * @param own the service's, which its server has
 * @param isOnly whether the project has no other document; of several, `run` may be given a base path too
 * @throws UsageError when the server would have another one
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
