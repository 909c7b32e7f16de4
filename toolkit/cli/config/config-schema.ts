import path from "node:path";
import { z } from "zod";
import type { DocumentConfig } from "./define-config.ts";

const place = z.string().min(1);

const includeSchema = z.strictObject({
  tags: z.array(place).exactOptional(),
  paths: z.array(place).exactOptional(),
});

const origin = z.string().refine((text) => URL.canParse(text) && new URL(text).origin === text);

const mockSiteSchema = z.strictObject({
  title: place,
  links: z.record(z.string(), place).exactOptional(),
});

const documentSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z0-9][\w.-]*$/, "must consist of letters, digits, hyphens, points and underscores")
    .exactOptional(),
  spec: place.exactOptional(),
  overlays: z.array(place).exactOptional(),
  include: includeSchema.exactOptional(),
  allowFolders: z.array(place).exactOptional(),
  dates: z.literal("Date").exactOptional(),
  generated: place.exactOptional(),
  operations: place.exactOptional(),
  handlers: place.exactOptional(),
  service: place.exactOptional(),
  basePath: place.exactOptional(),
  mockSites: z.record(origin, mockSiteSchema).exactOptional(),
  released: place.exactOptional(),
  guides: z.array(place).exactOptional(),
  clientPackage: place.exactOptional(),
  fuzzTarget: place.exactOptional(),
  coverageWaivers: place.exactOptional(),
  coverageRequired: z.boolean().exactOptional(),
}) satisfies z.ZodType<Partial<DocumentConfig>>;

const configSchema = z.strictObject({ documents: z.array(documentSchema) });

/** The documents of an exported configuration, or its mistakes, one sentence each. */
export function readConfigValue(
  value: unknown,
): { documents: DocumentConfig[]; mistakes?: never } | { documents?: never; mistakes: string[] } {
  if (value === undefined) {
    return {
      mistakes: ["it has no default export. Write `export default defineConfig({ documents: [{}] });`."],
    };
  }
  const parsed = configSchema.safeParse(value);
  if (!parsed.success) return { mistakes: parsed.error.issues.map(sentence) };
  const documents = parsed.data.documents.map((given, index) => withDefaults(given, index === 0));
  if (documents.length === 0) return { mistakes: ["`documents` is empty. It needs at least one entry."] };
  const mistakes = documentConflicts(documents);
  return mistakes.length > 0 ? { mistakes } : { documents };
}

function sentence(issue: z.core.$ZodIssue): string {
  const name = pathText(issue.path);
  if (issue.code === "unrecognized_keys") {
    const document = issue.path.includes("include")
      ? includeSchema
      : issue.path.includes("mockSites")
        ? mockSiteSchema
        : documentSchema;
    const known = Object.keys(issue.path.length === 0 ? configSchema.shape : document.shape);
    const keys = issue.keys.map((key) => `\`${key}\``).join(", ");
    return `${keys} ${issue.keys.length === 1 ? "isn't a key" : "aren't keys"} of ${name}, which has ${known.join(", ")}.`;
  }
  if (issue.code === "invalid_type") {
    const wanted = {
      object: "an object",
      array: "a list",
      string: "a string",
      boolean: "true or false",
    }[issue.expected as string];
    return `${name} must be ${wanted ?? issue.expected}.`;
  }
  if (issue.code === "invalid_key") {
    return `${name} must be an origin, as in https://login.example.com.`;
  }
  if (issue.code === "too_small") return `${name} must not be empty.`;
  if (issue.code === "invalid_format") return `${name} ${issue.message}.`;
  return `${name}: ${issue.message}.`;
}

/** `documents[0].spec` */
function pathText(keys: PropertyKey[]): string {
  const text = keys.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("");
  return keys.length === 0 ? "the configuration" : `\`${text.slice(1)}\``;
}

/** Keys whose files belong to one document. Documents may share a spec and a service. */
const ownKeys = [
  "generated",
  "operations",
  "handlers",
  "released",
  "clientPackage",
  "fuzzTarget",
  "coverageWaivers",
] as const;

/** Reports each name or path that two documents share but mustn't, one sentence each. */
function documentConflicts(documents: DocumentConfig[]): string[] {
  return documents.flatMap((document, index) =>
    documents.slice(0, index).flatMap((other, otherIndex) => {
      const both = `\`documents[${otherIndex}]\` and \`documents[${index}]\``;
      if (document.name === other.name) {
        return [`${both} have the same name, "${document.name}". Give one of them another \`name\`.`];
      }
      return ownKeys.flatMap((key) => {
        const [place, otherPlace] = [document[key], other[key]];
        if (place === undefined || otherPlace === undefined) return [];
        if (path.relative(place, otherPlace) !== "") return [];
        return [`${both} have the same \`${key}\`, ${place}. Each document needs its own.`];
      });
    }),
  );
}

/**
 * Adds the defaults to a document's entry.
 * @param isFirst whether it is the first entry; files of the others are in folders named after them
 */
export function withDefaults(given: Partial<DocumentConfig>, isFirst: boolean): DocumentConfig {
  const spec = given.spec ?? "spec";
  const name = given.name ?? nameFrom(spec);
  return {
    name,
    spec,
    allowFolders: ["spec"],
    ...(isFirst ? firstPlaces : placesOf(name)),
    coverageRequired: false,
    ...given,
  };
}

const firstPlaces = {
  generated: "generated",
  operations: "server/operations",
  handlers: "server/handlers.ts",
  service: "server/service.ts",
  released: "spec/released/v1.yaml",
  clientPackage: "packages/client",
  coverageWaivers: "test/coverage-waivers.json",
};

/** Inside the first document's folders, because the Dockerfile copies `generated` and `server` as a whole. */
function placesOf(name: string): typeof firstPlaces {
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
