import { type ApiDocument, percentDecoded, type SecurityScheme } from "@counterpart/server/document";
import { curl, type Presented, type SentRequest, variableOf } from "@counterpart/testing/exchanges";
import { hidesValue, withoutSecretFields } from "./secret-fields.ts";

/** Headers that curl or the connection sets, or that have no effect on the response. */
const omittedHeaders =
  /^(host|content-length|transfer-encoding|connection|keep-alive|te|trailer|expect|upgrade(-insecure-requests)?|referer|user-agent|accept-encoding|sec-.*)$/i;

/** In bytes. More would flood the terminal. */
const longestBody = 4000;

/**
 * A POSIX shell command that sends a request again. Credentials are shell variables: `$API_KEY` for the security scheme
 * apiKey, `$COOKIE` for all cookies. Passwords and the like in a body are removed.
 * @param base the server's URL
 */
export function sampleCommand(document: ApiDocument, request: SentRequest, base: string): string {
  const { method, target, headers, body } = request;
  const [path = "", ...rest] = target.replace(/^https?:\/\/[^/?]*/i, "").split("?");
  const query = rest
    .join("?")
    .split("&")
    .filter((one) => one !== "")
    .map(splitPair);
  const sent = headers.filter(([name, value]) => !omittedHeaders.test(name) && !/^\*(\/\*)?$/.test(value));
  const isHidden = hidesValue(document);
  if (body === undefined || body.length > longestBody) {
    return `# ${method} ${path} with a body that is too large to show`;
  }
  return curl(
    {
      method,
      path,
      query: query.filter(([name]) => !isHidden("query", name)).map(joinPair),
      headers: sent.filter(([name]) => !isHidden("header", name)),
      cookies: [],
      presented: [
        ...sent.filter(([name]) => isHidden("header", name)).map((line) => inHeader(document, line)),
        ...query
          .filter(([name]) => isHidden("query", name))
          .map(([name, value]) =>
            variable(document, { type: "apiKey", in: "query", name: percentDecoded(name) }, value),
          ),
      ],
      ...(body.length > 0 && { body: withoutSecretFields(body, headers) }),
    },
    base.replace(/\/$/, ""),
  );
}

type Pair = [name: string, value: string | undefined];

function splitPair(text: string): Pair {
  const at = text.indexOf("=");
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

function joinPair([name, value]: Pair): string {
  return value === undefined ? name : `${name}=${value}`;
}

/** Keeps the authentication scheme: `Authorization: Bearer $TOKEN`. */
function inHeader(document: ApiDocument, [name, value]: [string, string]): Presented {
  const [, scheme] = /^(\w+) +\S/.exec(value) ?? [];
  if (name.toLowerCase() !== "authorization" || scheme === undefined) {
    return variable(document, { type: "apiKey", in: "header", name }, value);
  }
  return variable(document, { type: "http", scheme }, value);
}

/** A credential whose value is replaced by the variable of its security scheme, or of its name. */
function variable(document: ApiDocument, definition: SecurityScheme, value = ""): Presented {
  const known = Object.entries(document.securitySchemes).find(([, one]) => isSame(one, definition));
  const own = definition.type === "apiKey" ? definition.name : "token";
  const scheme = known?.[0] ?? own;
  return { scheme, definition, value, variable: variableOf(scheme) };
}

function isSame(one: SecurityScheme, other: SecurityScheme): boolean {
  if (other.type === "apiKey") {
    return (
      one.type === "apiKey" && one.in === other.in && one.name.toLowerCase() === other.name.toLowerCase()
    );
  }
  if (other.type !== "http") return false;
  const { scheme } = other;
  if (one.type === "http") return one.scheme.toLowerCase() === scheme.toLowerCase();
  return scheme.toLowerCase() === "bearer" && (one.type === "oauth2" || one.type === "openIdConnect");
}
