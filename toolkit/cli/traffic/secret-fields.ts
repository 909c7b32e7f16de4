import { type ApiDocument, essence, isJson } from "@counterpart/server/document";

/** Names whose values are probably secret, in any spelling: `apiKey`, `X-CSRF-Token`, `client_secret`. */
const secretName =
  /auth(?!or(?!i))|cookie|credential|csrf|passw|secret|session|signature|(?<!page[-_]?)token|xsrf|(access|api|private|subscription)[-_]?key/i;

/** Which values of a request aren't shown: those of the document's credentials, and of names that sound secret. */
export function hidesValue({
  securitySchemes,
}: ApiDocument): (place: "header" | "query", name: string) => boolean {
  const known = new Set(
    Object.values(securitySchemes).flatMap((one) =>
      one.type === "apiKey" ? [`${one.in} ${one.name.toLowerCase()}`] : [],
    ),
  );
  return (place, name) => secretName.test(name) || known.has(`${place} ${name.toLowerCase()}`);
}

const removed = "[removed]";

/** A body of JSON or of a form without the values of fields that sound secret. */
export function withoutSecretFields(body: Buffer, headers: [string, string][]): Buffer {
  const [, contentType = ""] = headers.find(([name]) => name.toLowerCase() === "content-type") ?? [];
  const text = body.toString();
  if (isJson(contentType)) return secretJson(text) ?? body;
  if (essence(contentType) === "application/x-www-form-urlencoded") {
    const form = new URLSearchParams(text);
    const secret = [...form.keys()].filter((name) => secretName.test(name));
    if (secret.length === 0) return body;
    for (const name of secret) form.set(name, removed);
    return Buffer.from(form.toString());
  }
  return body;
}

/** Undefined if there is nothing to remove: the text then stays as it was sent. */
function secretJson(text: string): Buffer | undefined {
  let found = false;
  try {
    const value = JSON.parse(text, (name, one) => {
      if (!secretName.test(name) || one === null || typeof one === "object") return one;
      found = true;
      return removed;
    });
    return found ? Buffer.from(JSON.stringify(value)) : undefined;
  } catch {
    // Text that isn't JSON can't be searched by name.
    return secretName.test(text) ? Buffer.from(removed) : undefined;
  }
}
