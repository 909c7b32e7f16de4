import { own } from "../document/own.ts";
import { sentPath } from "../document/selectors.ts";

/** Regular expressions for parameter values, by parameter name. */
export type TextPatterns = Record<string, string>;

/**
 * A path template in find-my-way's syntax: `/v1/pets/{petId}` becomes `/v1/pets/:p0`. A parameter ends at the first
 * occurrence of the next character, but at the last dot: `{name}.{extension}` reads `a.min.js` as `a.min` and `js`.
 * @param patterns used only in segments with several parameters
 */
export function pathPattern(path: string, patterns: TextPatterns = {}): string {
  let n = 0;
  return sentPath(path)
    .split("/")
    .map((segment) => {
      const parts = partsOf(segment);
      const [only] = parts;
      if (parts.length === 1 && only?.name !== undefined) return `:p${n++}`;
      const isOne = parts.filter(({ name }) => name !== undefined).length === 1;
      const adjacent = parts.filter(
        ({ name }, at) => name !== undefined && parts[at + 1]?.name !== undefined,
      );
      return parts
        .map(({ name, text }, at) => {
          if (name === undefined) return text.replaceAll(":", "::");
          const pattern = isOne
            ? anyText
            : (own(patterns, name) ?? textBefore(parts.slice(at + 1), adjacent.length));
          return `:p${n++}(${pattern})`;
        })
        .join("");
    })
    .join("/");
}

interface Part {
  /** The parameter's name. */
  name?: string;
  /** Literal text, spelled by `treePath`. */
  text: string;
}

function partsOf(segment: string): Part[] {
  const parts = segment.match(/\{[^}]+\}|[^{]+|\{/g) ?? [];
  return parts.map((text) =>
    /^\{.+\}$/s.test(text) ? { name: text.slice(1, -1), text } : { text: treePath(text, { lenient: true }) },
  );
}

/** Replaces `%` in the tree, since find-my-way would decode it before splitting a segment. */
const mark = '"';

const encodedByte = `${mark}[0-9A-F]{2}`;
const anyText = `(?:[^${mark}]|${encodedByte})+`;
const character = `(?:${mark}[C-F][0-9A-F](?:${mark}[89AB][0-9A-F])*|${encodedByte}|[^${mark}])`;

/**
 * The pattern of an unconstrained parameter. Adjacent parameters are bounded: otherwise a long value could be
 * split in so many ways that matching would block the server.
 * @param rest the parts that follow in the segment
 * @param adjacent number of parameters in the segment that another one follows directly
 */
function textBefore([next, ...rest]: Part[], adjacent: number): string {
  if (next === undefined) return anyText;
  if (next.name !== undefined) return `${character}{1,${Math.floor(1000 ** (1 / adjacent))}}?`;
  const isLast = rest.length === 0;
  const isLastPoint = next.text.startsWith(".") && !rest.some(({ text }) => text.startsWith("."));
  if (isLast || isLastPoint) return anyText;
  const [end = ""] = new RegExp(`^${character}`).exec(next.text) ?? [];
  return end.startsWith(mark)
    ? `(?:[^${mark}]|(?!${end})${encodedByte})+`
    : `(?:[^${mark}${end === "-" ? "\\-" : end}]|${encodedByte})+`;
}

/** Characters that need no encoding in a path, without those special to find-my-way. */
const plain = "A-Za-z0-9._~!$&'+,;=:@/-";
const isPlain = new RegExp(`^[${plain}]*$`);
const notPlain = new RegExp(`%[0-9A-Fa-f]{2}|[^${plain}]`, "gu");

/**
 * Normalises a path for the tree: unnecessary encoding is undone, `"2F` is an encoded slash, `<` and `>` are
 * parentheses. Values stay encoded, so that an encoded comma doesn't end one.
 * @param lenient also decodes `!`, `'`, `(` and `)`, which clients encode inconsistently
 */
export function treePath(path: string, { lenient = false } = {}): string {
  if (isPlain.test(path)) return path;
  const unencoded = lenient ? /[A-Za-z0-9._~!'()-]/ : /[A-Za-z0-9._~-]/;
  return path.replace(notPlain, (found) => {
    const sent = found.length === 3 ? String.fromCharCode(Number.parseInt(found.slice(1), 16)) : found;
    if (sent === found ? /[()]/.test(sent) : unencoded.test(sent)) return parentheses[sent] ?? sent;
    if (sent !== found) return mark + found.slice(1).toUpperCase();
    return [...Buffer.from(found)]
      .map((byte) => mark + byte.toString(16).toUpperCase().padStart(2, "0"))
      .join("");
  });
}

const parentheses: Record<string, string> = { "(": "<", ")": ">" };

/** Converts a value from the tree back to percent-encoding. */
export function sentText(text: string): string {
  return text.replaceAll(mark, "%").replaceAll("<", "(").replaceAll(">", ")");
}
