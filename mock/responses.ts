import type { Request } from "express";
import type { DocumentOperation, Response } from "../server/http/document.ts";

type Responses = DocumentOperation["responses"];

/** The response that the document has for a status: its own, its range's, or the default one. */
export function responseFor(responses: Responses, status: number): Response | undefined {
  return responses[status] ?? responses[`${Math.floor(status / 100)}XX`] ?? responses.default;
}

/** The lowest of the documented successes; `2XX` and `default` count as 200. */
export function successStatus(responses: Responses): number {
  const statuses = Object.keys(responses).map((key) =>
    Number(key.replace("XX", "00").replace("default", "200")),
  );
  return statuses.filter((status) => status < 300).sort()[0] ?? statuses[0] ?? 200;
}

/**
 * The documented media type that the caller likes best. A caller who likes none gets the first, as from the real
 * server, which has no choice of errors either.
 */
export function mediaTypeFor(req: Request, { content }: Response): string | undefined {
  const [first, ...others] = Object.keys(content);
  return first === undefined ? undefined : req.accepts([first, ...others]) || first;
}

/** Prism calls a single, nameless example `default`. */
export function exampleKeys(response: Response | undefined, mediaType: string | undefined): string[] {
  const { example, examples = {} } = response?.content[mediaType ?? ""] ?? {};
  return example === undefined ? Object.keys(examples) : ["default"];
}
