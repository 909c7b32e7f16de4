import { isDeepStrictEqual } from "node:util";
import { type Any, operationsOf, type RawDocument, resolveIn } from "@counterpart/server/document";

const headersSection = "Response headers";

interface SharedHeader {
  name: string;
  header: Any;
  /** Whether all responses have it. */
  isEverywhere: boolean;
}

/** A header in fewer responses isn't described separately. */
const leastResponses = 3;

/**
 * Moves the description of shared headers to one section. Headers of all responses are removed from each;
 * others stay and link to the section.
 * @param raw is modified
 * @returns the section in Markdown; undefined if no header is shared
 */
export function describeHeadersOnce(raw: RawDocument): string | undefined {
  const shared = sharedHeaders(raw);
  if (shared.length === 0) return undefined;
  const byName = new Map(shared.map((one) => [one.name, one]));
  for (const response of responsesIn(raw)) {
    for (const [name, node] of Object.entries<Any>(response.headers ?? {})) {
      const one = byName.get(name);
      if (!one || !isDeepStrictEqual(resolveIn(raw, node), one.header)) continue;
      if (one.isEverywhere) delete response.headers[name];
      else response.headers[name] = { ...one.header, description: `See [${headersSection}](${address}).` };
    }
  }
  const everywhere = shared.filter(({ isEverywhere }) => isEverywhere);
  const some = shared.filter(({ isEverywhere }) => !isEverywhere);
  return [
    `# ${headersSection}`,
    ...(everywhere.length > 0
      ? ["Every response has these headers. The operations below don't repeat them.", table(everywhere)]
      : []),
    ...(some.length > 0 ? ["These are listed by name with each response that has them.", table(some)] : []),
  ].join("\n\n");
}

const address = `#/section/${headersSection.toLowerCase().replaceAll(" ", "-")}`;

/** The headers that several responses define identically, in the document's order. */
function sharedHeaders(raw: RawDocument): SharedHeader[] {
  const headersOf = Object.values(raw.paths ?? {})
    .flatMap((item) => operationsOf(resolveIn(raw, item)))
    .flatMap(({ operation }) => Object.values<Any>(operation.responses ?? {}))
    .map((response) => resolveIn(raw, response).headers ?? {});
  const found = Map.groupBy(headersOf.flatMap(Object.entries<Any>), ([name]) => name);
  return [...found].flatMap(([name, all]) => {
    const [header, ...others] = all.map(([, node]) => resolveIn(raw, node));
    const same = 1 + others.filter((one) => isDeepStrictEqual(one, header)).length;
    if (header.description === undefined || same < leastResponses) return [];
    return [{ name, header, isEverywhere: same === headersOf.length }];
  });
}

/** The responses of the document, each where it is defined. */
function responsesIn(raw: RawDocument): Any[] {
  const items = [...Object.values(raw.paths ?? {}), ...Object.values(raw.components?.pathItems ?? {})];
  const ofOperations = items
    .flatMap(operationsOf)
    .flatMap(({ operation }) => Object.values<Any>(operation.responses ?? {}));
  return [...ofOperations, ...Object.values<Any>(raw.components?.responses ?? {})].filter(
    (response) => response?.headers,
  );
}

function table(headers: SharedHeader[]): string {
  const rows = headers.map(({ name, header }) => `| \`${name}\` | ${cell(header.description)} |`);
  return ["| Header | Meaning |", "|---|---|", ...rows].join("\n");
}

function cell(text: string): string {
  return text
    .trim()
    .replaceAll(/\s*\n\s*/g, " ")
    .replaceAll("|", "\\|");
}
