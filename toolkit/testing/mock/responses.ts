import { type DocumentOperation, namedExamples, type Response } from "@counterpart/server/document";
import { type ExchangeRequest, preferredType } from "@counterpart/server/http";

type Responses = DocumentOperation["responses"];

/** The lowest documented success, else 200 for `2XX`; `default` alone counts as 200 too. */
export function successStatus(responses: Responses): number {
  const keys = Object.keys(responses);
  const documented = keys.filter((key) => key !== "default").map((key) => Number(key.replace("XX", "00")));
  // A 1xx status never ends a response: 100 is interim, and after 101 the connection is no longer HTTP.
  const statuses = documented.filter((status) => status >= 200);
  const isSpelledOut = (status: number) => Object.hasOwn(responses, status);
  const successes = statuses
    .filter((status) => status < 300)
    .sort((one, other) => Number(isSpelledOut(other)) - Number(isSpelledOut(one)) || one - other);
  return successes[0] ?? (keys.includes("default") ? 200 : statuses[0]) ?? 200;
}

/** The documented media type that the caller prefers, else the first, as in the server's own errors. */
export function mediaTypeFor(
  req: Pick<ExchangeRequest, "headers">,
  { content }: Response,
): string | undefined {
  const [first, ...others] = Object.keys(content);
  return first === undefined ? undefined : (preferredType(req, [first, ...others]) ?? first);
}

export function exampleKeys(response: Response | undefined, mediaType: string | undefined): string[] {
  return [...namedExamples(response?.content[mediaType ?? ""] ?? {}).keys()];
}
