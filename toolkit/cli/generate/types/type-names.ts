import type { ApiDocument } from "@counterpart/server/document";
import { capitalized, reservedWords } from "../literal.ts";

export type TypeNames = ReturnType<typeof typeNames>;

/**
 * The names of types: each schema has its own. Characters that an identifier can't have are left out, and the next
 * letter is capitalised (`pet-status` becomes `petStatus`); `_` comes before a digit, and after a name that is taken: by
 * TypeScript, by the generated files, or by another schema. Schemas whose name is an identifier choose first.
 */
export function typeNames(schemas: string[]) {
  const all = new Set<string>();
  const take = (wanted: string): string => {
    let name = toTypeName(wanted);
    while (all.has(name) || taken.has(name) || /^List\d+$/.test(name)) name += "_";
    all.add(name);
    return name;
  };
  const given = new Map<string, string>();
  for (const one of schemas) if (toTypeName(one) === one) given.set(one, take(one));
  for (const one of schemas) if (!given.has(one)) given.set(one, take(one));
  return {
    /** The wanted name, as near to it as TypeScript allows. */
    take,
    /** The type of each component schema, by the schema's name. */
    schemas: given,
    /** All names that were given out. */
    all,
  };
}

/** The nearest identifier. */
function toTypeName(text: string): string {
  const [first = "", ...rest] = text.split(/[^\p{ID_Continue}$]+/u).filter(Boolean);
  const name = first + rest.map(capitalized).join("");
  return /^[\p{ID_Start}_$]/u.test(name) ? name : `_${name}`;
}

/** The component schemas, by name. */
export function componentSchemas({ root }: Pick<ApiDocument, "root">): Record<string, unknown> {
  const { components } = root as { components?: { schemas?: Record<string, unknown> } };
  return components?.schemas ?? {};
}

const taken = new Set(
  [
    ...reservedWords,
    // The types that TypeScript predefines.
    "any as asserts bigint boolean infer intrinsic is keyof never number object readonly string symbol undefined unique",
    "unknown",
    // Global types in the generated files.
    "Array AsyncIterable Blob Date Exclude NonNullable Omit Promise Record Uint8Array",
    // The generated files' own types, and what they import.
    "components operations paths referenced referencedInput referencedOutput webhooks Readable Writable FormBody JsonBody StatusOf",
    "Directed Directions Matching Handlers Input EmptyReply EmptyReplyWithHeaders NamedReply NoBody NoHeaders NoOutput OperationId OrUndefined",
    "Operations NamedReplyWithHeaders Output Reply ReplyWithHeaders StreamedBody WithDefaults filled none routes CallResult Api ApiClient ApiClientOptions ApiFailure Credentials FailureOf MediaType MethodResponse OperationMethods Queries ThrowOnError TypedClient isFailure throwOnError",
    "TypedClientOptions WebhookName WebhookOutput WebhookPayload Webhooks",
  ].flatMap((line) => line.split(" ")),
);
