import type { Fault, Observed } from "../observe.ts";
import type { Memory } from "./memory.ts";

/** What HEAD and GET have in common. */
interface Head {
  status: number;
  headers: Map<string, string>;
  /** The names of optional documented headers, in lower case. */
  optional: string[];
}

/** These depend on the moment or on the caller. */
const unrelated = new Set([401, 403, 408, 429]);

/** HEAD is answered as GET, without the body (RFC 9110, 9.3.2). */
export function headDiffers(observed: Observed, memory: Memory): Fault[] {
  const { operation, method, status, caller, request, requestHeaders, responseHeaders, span } = observed;
  if (!operation || (method !== "HEAD" && method !== "GET") || unrelated.has(status) || status >= 500)
    return [];
  if (["range", "if-none-match", "if-modified-since"].some((name) => requestHeaders.has(name))) return [];
  // A HEAD with its own description may have another status, and without one a server need not have it.
  if (operation.method === "head") return [];
  if (method === "HEAD" && operation.method === "get" && status === 405) return [];
  const key = (of: string) =>
    `${of} ${caller} ${request.target} ${requestHeaders.get("accept")} ${requestHeaders.get("accept-encoding")}`;
  const own: Head = { status, headers: responseHeaders, optional: optionalHeaders(observed) };
  memory.remember(key(method), { span, value: own });
  if (method === "HEAD" && status < 300) memory.remember(known, { span, value: true });
  const before = memory.recall<Head>(key(method === "HEAD" ? "GET" : "HEAD"));
  if (!before || !memory.isUndisturbed(before.span, span, observed)) return [];
  const [get, head] = method === "HEAD" ? [before.value, own] : [own, before.value];
  return differences(get, head, memory.recall(known) !== undefined);
}

/** The fact that the server answers HEAD somewhere. */
const known = "HEAD is answered";

/** A missing required header is reported by itself. */
function optionalHeaders({ documented }: Observed): string[] {
  const headers = Object.entries(documented?.headers ?? {});
  return headers.filter(([, { required }]) => !required).map(([name]) => name.toLowerCase());
}

/** Headers whose value doesn't depend on the moment. */
const comparable = ["content-length", "content-type", "etag", "last-modified"];

function differences(get: Head, head: Head, isHeadKnown: boolean): Fault[] {
  if (get.status !== head.status) {
    const message = `HEAD is answered ${head.status}, and GET ${get.status}.`;
    // Frameworks without HEAD answer 404 instead of 405.
    return [{ message, ...(head.status === 404 && !isHeadKnown && { severity: "info" as const }) }];
  }
  const missing = get.optional.filter((name) => get.headers.has(name) && !head.headers.has(name));
  // What a compressed body would be isn't always known.
  const isEncodedAlike = get.headers.get("content-encoding") === head.headers.get("content-encoding");
  const others = comparable.filter((name) => {
    const [one, other] = [get.headers.get(name), head.headers.get(name)];
    if (one === undefined || other === undefined || (name === "content-length" && !isEncodedAlike))
      return false;
    return one !== other;
  });
  return [
    ...missing.map((name) => ({
      place: `header ${name}`,
      message: `HEAD is answered without the header ${name}, which GET has.`,
    })),
    ...others.map((name) => ({
      place: `header ${name}`,
      message: `The header ${name} is ${head.headers.get(name)} for HEAD, and ${get.headers.get(name)} for GET.`,
    })),
  ];
}
