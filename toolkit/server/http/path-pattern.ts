import { own } from "../document/own.ts";
import { sentPath } from "../document/selectors.ts";

/** Regular expressions for the texts of parameters, by name. */
export type TextPatterns = Record<string, string>;

/**
 * `/v1/pets/{petId}` as find-my-way writes it: `/v1/pets/:p0`. Parameters are numbered, since in its names a hyphen or
 * a point would end the parameter. The rest is spelled by `treePath`. A fragment isn't part of it.
 * Where a segment has several parameters, each ends at the first of the characters that follow it in the document, but
 * at the last of points: `a.min.js` is `{name}.{extension}` with the name `a.min`. The last one takes all that is left.
 * @param patterns count only where a segment has several parameters
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
  /** Of a parameter. */
  name?: string;
  /** As in `treePath`. */
  text: string;
}

function partsOf(segment: string): Part[] {
  const parts = segment.match(/\{[^}]+\}|[^{]+|\{/g) ?? [];
  return parts.map((text) =>
    /^\{.+\}$/s.test(text) ? { name: text.slice(1, -1), text } : { text: treePath(text, { lenient: true }) },
  );
}

/** Begins an encoded byte in the tree: find-my-way would decode a percent sign before it divides a segment. */
const mark = '"';

const encodedByte = `${mark}[0-9A-F]{2}`;
const anyText = `(?:[^${mark}]|${encodedByte})+`;
const character = `(?:${mark}[C-F][0-9A-F](?:${mark}[89AB][0-9A-F])*|${encodedByte}|[^${mark}])`;

/**
 * The pattern of a parameter that may be any text. If several of a segment could be as long as they like, there would be
 * so many ways to divide a long text with nothing but separators that it would hold the server.
 * @param rest of the segment
 * @param adjacent how many parameters of the segment are directly followed by another one; these are short
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

/** What a path may have that needs no encoding, without what find-my-way's patterns give a meaning. */
const plain = "A-Za-z0-9._~!$&'+,;=:@/-";
const isPlain = new RegExp(`^[${plain}]*$`);
const notPlain = new RegExp(`%[0-9A-Fa-f]{2}|[^${plain}]`, "gu");

/**
 * A path in the one spelling that the tree knows: what need not be encoded isn't, `"2F` is an encoded slash, `<` and `>` are
 * parentheses. Values stay encoded, so that an encoded comma doesn't end one.
 * @param lenient decodes `!`, `'`, `(` and `)`, which some clients encode everywhere and others never
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

/** A value of the tree as it was sent, percent-encoded. */
export function sentText(text: string): string {
  return text.replaceAll(mark, "%").replaceAll("<", "(").replaceAll(">", ")");
}
