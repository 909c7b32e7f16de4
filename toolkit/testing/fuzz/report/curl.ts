import { shellQuoted } from "../../samples/shell-quoted.ts";
import { placed } from "../credentials.ts";
import type { HttpRequest } from "../request.ts";

/**
 * A POSIX shell command that repeats a request. It reads credentials from variables, without showing them.
 * @param base the URL, or a variable that holds it, such as `$BASE_URL`
 * @param replace texts to replace by shell variables, such as an id from an earlier response
 */
export function curl(
  { method, path, query, headers, cookies, body, presented }: HttpRequest,
  base: string,
  replace: Record<string, string> = {},
): string {
  const quote = (text: string) => quoted(text, replace);
  const places = presented.map(placed);
  const inQuery = places
    .filter((one) => one.in === "query")
    .map(({ name, value, shell }) => (shell ? `${quote(`${name}=`)}"${shell}"` : quote(`${name}=${value}`)));
  const target = query.length > 0 ? `${path}?${query.join("&")}` : path;
  const address = [
    base.startsWith("$") ? `"${base}"${quote(target)}` : quote(base + target),
    ...inQuery.map((one, index) => `'${index === 0 && query.length === 0 ? "?" : "&"}'${one}`),
  ].join("");
  const inHeaders = places
    .filter((one) => one.in === "header")
    .map(({ name, value, shell }) => (shell ? `"${name}: ${shell}"` : quote(`${name}: ${value}`)));
  const jar = [
    ...cookies.map(quote),
    ...places
      .filter((one) => one.in === "cookie")
      .map(({ name, value, shell }) => (shell ? `"${name}=${shell}"` : quote(`${name}=${value}`))),
  ];
  const words = [
    "curl",
    "-i",
    // Otherwise curl normalizes the path and expands patterns in it.
    ...(/(^|\/)\.\.?(\/|$)/.test(path) ? ["--path-as-is"] : []),
    ...(/[[\]{}]/.test(path + query.join("")) ? ["-g"] : []),
    ...(method === "GET" && !body ? [] : method === "HEAD" ? ["-I"] : ["-X", method]),
    address,
    ...inHeaders.flatMap((header) => ["-H", header]),
    ...headers.flatMap(([name, value]) => ["-H", quote(value === "" ? `${name};` : `${name}: ${value}`)]),
    // curl's default media type is a form.
    ...(body && !headers.some(([name]) => name.toLowerCase() === "content-type")
      ? ["-H", "'Content-Type:'"]
      : []),
    ...(jar.length > 0 ? ["-H", `'Cookie: '${jar.join("'; '")}`] : []),
  ];
  if (!body) return words.join(" ");
  const text = body.toString();
  // Arguments can't contain NUL or invalid UTF-8.
  if (text.includes("\0") || !Buffer.from(text).equals(body)) {
    return `printf %b ${quoted(escapedBytes(body), {})} | ${[...words, "--data-binary", "@-"].join(" ")}`;
  }
  return [...words, "--data-raw", quote(text)].join(" ");
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

/** In single quotes, except for the variables. */
export function quoted(text: string, replace: Record<string, string> = {}): string {
  let pieces = [text];
  for (const value of Object.keys(replace)) {
    pieces = pieces.flatMap((piece) =>
      Object.hasOwn(replace, piece)
        ? [piece]
        : piece.split(value).flatMap((part, at) => (at === 0 ? [part] : [value, part])),
    );
  }
  const words = pieces
    .filter((piece) => piece !== "")
    .map((piece) => (Object.hasOwn(replace, piece) ? `"$${replace[piece]}"` : shellQuoted(piece)));
  return words.join("") || "''";
}
