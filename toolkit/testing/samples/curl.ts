import { itemFormat } from "@counterpart/client/messages";
import { bodyShape, essence } from "@counterpart/server/document";
import { type FormPart, formParts } from "@counterpart/server/request";
import { type Placed, placed } from "./credentials.ts";
import { uploadName } from "./form-bytes.ts";
import type { HttpRequest } from "./http-request.ts";

interface CurlOptions {
  /** Texts to replace by shell variables, such as an id from an earlier response. */
  replace?: Record<string, string>;
  /** Whether to print the response's head. Default: true. */
  showsHead?: boolean;
  /** Whether each header and the body has its own line. */
  isMultiline?: boolean;
  /** Whether files are read from disk, as `@photo.jpg`. Otherwise, their bytes are part of the command. */
  readsFiles?: boolean;
}

/**
 * A POSIX shell command that repeats a request. It reads credentials from variables, without showing them.
 * @param base the URL, or a variable that holds it, such as `$BASE_URL`
 */
export function curl(
  { method, path, query, headers, cookies, body, presented }: HttpRequest,
  base: string,
  { replace = {}, showsHead = true, isMultiline = false, readsFiles = false }: CurlOptions = {},
): string {
  const places = presented.map(placed);
  const pairs = (part: Placed["in"]) =>
    places.flatMap((one) => (one.in === part ? [[`${one.name}=`, shownAs(one)]] : []));
  const option = (name: string, ...pieces: Piece[]) => `${name} ${quoted(pieces, replace)}`;
  const target = query.length > 0 ? `${path}?${query.join("&")}` : path;
  const inQuery = pairs("query").flatMap((pair, index) => [index + query.length === 0 ? "?" : "&", ...pair]);
  const jar = [...cookies.map((one) => [one]), ...pairs("cookie")];
  const [, contentType = ""] = headers.find(([name]) => name.toLowerCase() === "content-type") ?? [];
  const files = readsFiles && body ? fileOptions(contentType, body) : undefined;
  const command = [
    "curl",
    ...(showsHead ? ["-i"] : []),
    // Otherwise curl normalizes the path and expands patterns in it.
    ...(/(^|\/)\.\.?(\/|$)/.test(path) ? ["--path-as-is"] : []),
    ...(/[[\]{}]/.test(path + query.join("")) ? ["-g"] : []),
    ...(method === "GET" && !body ? [] : method === "HEAD" ? ["-I"] : ["-X", method]),
    quoted([base.startsWith("$") ? { shell: base } : base, target, ...inQuery], replace),
  ].join(" ");
  const words = [
    command,
    ...places
      .filter((one) => one.in === "header")
      .map(({ name, value, shell }) =>
        option("-H", shell ? { shell: `${name}: ${shell}` } : `${name}: ${value}`),
      ),
    ...headers
      .filter(([, value]) => !(files && isMultipart(value)))
      .map(([name, value]) => option("-H", value === "" ? `${name};` : `${name}: ${value}`)),
    // curl's default media type is a form.
    ...(body && !headers.some(([name]) => name.toLowerCase() === "content-type")
      ? ["-H 'Content-Type:'"]
      : []),
    ...(jar.length > 0
      ? [option("-H", "Cookie: ", ...jar.flatMap((pair, index) => (index === 0 ? pair : ["; ", ...pair])))]
      : []),
  ];
  const separator = isMultiline ? " \\\n  " : " ";
  if (!body) return words.join(separator);
  if (files) return [...words, ...files.map(([name, value]) => option(name, value))].join(separator);
  const text = body.toString();
  // Arguments can't contain NUL or invalid UTF-8.
  if (text.includes("\0") || !Buffer.from(text).equals(body)) {
    return `printf %b ${quoted([escapedBytes(body)])} | ${[...words, "--data-binary @-"].join(separator)}`;
  }
  return [...words, option("--data-raw", text)].join(separator);
}

function shownAs({ value, shell }: Placed): Piece {
  return shell ? { shell } : value;
}

/** Escapes all but plain characters as `\0ooo` for `printf %b`. */
function escapedBytes(bytes: Buffer): string {
  return [...bytes]
    .map((byte) =>
      byte >= 0x20 && byte < 0x7f && byte !== 0x5c
        ? String.fromCharCode(byte)
        : `\\0${byte.toString(8).padStart(3, "0")}`,
    )
    .join("");
}

/** A text, or what a shell reads within double quotes. */
type Piece = string | { shell: string };

/** Texts in single quotes, and the rest in double quotes. */
function quoted(pieces: Piece[], replace: Record<string, string> = {}): string {
  let text = "";
  const words: string[] = [];
  const endText = (): void => {
    if (text !== "") words.push(shellQuoted(text));
    text = "";
  };
  for (const piece of pieces.flatMap((one) =>
    typeof one === "string" ? withVariables(one, replace) : one,
  )) {
    if (typeof piece === "string") text += piece;
    else {
      endText();
      words.push(`"${piece.shell}"`);
    }
  }
  endText();
  return words.join("") || "''";
}

function withVariables(text: string, replace: Record<string, string>): Piece[] {
  let pieces: Piece[] = [text];
  for (const [value, name] of Object.entries(replace)) {
    pieces = pieces.flatMap((piece) =>
      typeof piece === "string"
        ? piece
            .split(value)
            .flatMap((part, at): Piece[] => (at === 0 ? [part] : [{ shell: `$${name}` }, part]))
        : [piece],
    );
  }
  return pieces;
}

/** In single quotes for a shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * curl's options for a form or a file, which is read from disk: `-F` and `photo=@photo.jpg`, or `--data-binary` and
 * `@file.pdf`. Undefined for a body that is text.
 */
function fileOptions(contentType: string, body: Buffer): [name: string, value: string][] | undefined {
  if (isMultipart(contentType)) return formParts(Buffer.from(body), contentType).map(formOption);
  if (bodyShape(contentType) !== "bytes" || itemFormat(contentType)) return undefined;
  return [["--data-binary", `@${uploadName("file", contentType)}`]];
}

/** Whether curl writes the header `Content-Type` itself, because it chooses the boundary. */
function isMultipart(contentType: string): boolean {
  return essence(contentType) === "multipart/form-data";
}

function formOption({ name, filename, contentType, bytes }: FormPart): [name: string, value: string] {
  const type = contentType === undefined ? "" : `;type=${contentType}`;
  if (filename !== undefined) return ["-F", `${name}=@${filename}${type}`];
  const text = bytes.toString();
  // In the value of -F, these have a meaning at the start, or end the text.
  if (contentType === undefined)
    return [/^[@<("]|[;,]/.test(text) ? "--form-string" : "-F", `${name}=${text}`];
  return ["-F", `${name}="${text.replace(/["\\]/g, "\\$&")}"${type}`];
}
