import path from "node:path";
import type { DocumentConfig } from "./define-config.ts";

/**
 * Adds the defaults to a document's entry.
 * @param isFirst whether it is the first entry; files of the others are in folders named after them
 */
export function withDefaults(given: Partial<DocumentConfig>, isFirst: boolean): DocumentConfig {
  const spec = given.spec ?? "spec";
  const name = given.name ?? nameFrom(spec);
  return { name, spec, ...(isFirst ? firstPlaces : placesOf(name)), coverageRequired: false, ...given };
}

type Places = Omit<
  DocumentConfig,
  "name" | "spec" | "basePath" | "mockSites" | "guides" | "fuzzTarget" | "coverageRequired"
>;

const firstPlaces: Places = {
  generated: "generated",
  operations: "server/operations",
  handlers: "server/handlers.ts",
  service: "server/service.ts",
  released: "spec/released/v1.yaml",
  clientPackage: "packages/client",
  coverageWaivers: "test/coverage-waivers.json",
};

/** Inside the first document's folders, because the Dockerfile copies `generated` and `server` as a whole. */
function placesOf(name: string): Places {
  return {
    generated: `generated/${name}`,
    operations: `server/${name}/operations`,
    handlers: `server/${name}/handlers.ts`,
    service: `server/${name}/service.ts`,
    released: `spec/released/${name}.yaml`,
    clientPackage: `packages/client-${name}`,
    coverageWaivers: `test/coverage-waivers-${name}.json`,
  };
}

/** `spec/v2.yaml` and `spec/v2/openapi.yaml` are `v2`. */
function nameFrom(spec: string): string {
  const file = path.basename(spec).replace(/\.(ya?ml|json)$/, "");
  const isUsual = file === "openapi" && path.dirname(spec) !== ".";
  const name = isUsual ? path.basename(path.dirname(spec)) : file;
  return name.replaceAll(/[^\w.-]+/g, "-").replace(/^[^A-Za-z0-9]+/, "") || "api";
}
