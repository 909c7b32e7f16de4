import { z } from "zod";
import type { DocumentConfig } from "./define-config.ts";

export const configFile = "counterpart.config.ts";

const place = z.string().min(1);

const documentSchema = z.strictObject({
  spec: place.default("spec"),
  generated: place.default("generated"),
  operations: place.default("server/operations"),
  handlers: place.default("server/handlers.ts"),
  service: place.default("server/service.ts"),
  basePath: place.exactOptional(),
  released: place.default("spec/released/v1.yaml"),
  clientPackage: place.default("packages/client"),
  fuzzTarget: place.exactOptional(),
  coverageWaivers: place.default("test/coverage-waivers.json"),
  coverageRequired: z.boolean().default(false),
}) satisfies z.ZodType<DocumentConfig>;

const configSchema = z.strictObject({ documents: z.array(documentSchema) });

/** The configuration that a module exports, or what is wrong with it, one sentence each. */
export function readConfigValue(
  value: unknown,
): { config: DocumentConfig; mistakes?: never } | { config?: never; mistakes: string[] } {
  if (value === undefined) {
    return {
      mistakes: ["it has no default export. Write `export default defineConfig({ documents: [{}] });`."],
    };
  }
  const parsed = configSchema.safeParse(value);
  if (!parsed.success) return { mistakes: parsed.error.issues.map(sentence) };
  const [config, ...others] = parsed.data.documents;
  if (config === undefined) return { mistakes: ["`documents` is empty. It must have one entry."] };
  if (others.length > 0) {
    return {
      mistakes: [`\`documents\` has ${others.length + 1} entries. A project has one document at present.`],
    };
  }
  return { config };
}

function sentence(issue: z.core.$ZodIssue): string {
  const name = pathText(issue.path);
  if (issue.code === "unrecognized_keys") {
    const known = Object.keys(issue.path.length === 0 ? configSchema.shape : documentSchema.shape);
    const keys = issue.keys.map((key) => `\`${key}\``).join(", ");
    return `${keys} ${issue.keys.length === 1 ? "isn't a key" : "aren't keys"} of ${name}, which has ${known.join(", ")}.`;
  }
  if (issue.code === "invalid_type") {
    const wanted = {
      object: "an object",
      array: "a list",
      string: "a path in quotes",
      boolean: "true or false",
    }[issue.expected as string];
    return `${name} must be ${wanted ?? issue.expected}.`;
  }
  if (issue.code === "too_small") return `${name} must not be empty.`;
  return `${name}: ${issue.message}.`;
}

/** `documents[0].spec` */
function pathText(keys: PropertyKey[]): string {
  const text = keys.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("");
  return keys.length === 0 ? "the configuration" : `\`${text.slice(1)}\``;
}
