import { readFile } from "node:fs/promises";
import { isBodiless } from "@counterpart/server/document";
import { UsageError } from "@counterpart/testing/errors";
import { type Exchange, type HeaderLines, headerValues, isDecodable } from "@counterpart/testing/exchanges";
import { z } from "zod";

const headers = z.array(z.object({ name: z.string(), value: z.string() }));

/** Only what is read. Tools add members, and leave out others. */
const entrySchema = z.object({
  startedDateTime: z.string().refine((text) => !Number.isNaN(Date.parse(text)), "must be a date"),
  time: z.number().nullish(),
  /** Chrome: the response is from the browser's own cache. */
  _fromCache: z.unknown().optional(),
  request: z.object({
    method: z.string().min(1),
    url: z.string().refine((url) => URL.canParse(url), "must be a URL"),
    headers,
    bodySize: z.number().nullish(),
    postData: z.object({ text: z.string().nullish(), encoding: z.string().nullish() }).nullish(),
  }),
  response: z.object({
    status: z.number(),
    headers,
    content: z
      .object({
        size: z.number().nullish(),
        text: z.string().nullish(),
        encoding: z.string().nullish(),
      })
      .nullish(),
  }),
});

const harSchema = z.object({ log: z.object({ entries: z.array(entrySchema) }) });

/** An entry of an HTTP Archive 1.2 (http://www.softwareishard.com/blog/har-12-spec/). */
export type HarEntry = z.infer<typeof entrySchema>;

/** @throws UsageError for a file that isn't HAR */
export async function readHar(file: string): Promise<HarEntry[]> {
  const parsed = harSchema.safeParse(jsonOf(await readFile(file, "utf8"), file));
  if (parsed.success) return parsed.data.log.entries;
  const [issue] = parsed.error.issues;
  throw new UsageError(
    `${file} isn't a HAR file: ${issue?.path.join(".") || "the value"}: ${issue?.message}.`,
  );
}

function jsonOf(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new UsageError(`${file} isn't a HAR file: ${(error as Error).message}.`);
  }
}

/** What was sent and received, with the bodies that the recording has. @param target path and query */
export function recordedExchange(entry: HarEntry, target: string): Exchange {
  const { request, response, startedDateTime, time } = entry;
  const sent = headerLines(request.headers);
  const received = headerLines(response.headers);
  return {
    request: { method: request.method, target, headers: sent, body: requestBody(request, sent) },
    response: {
      status: response.status,
      headers: received,
      body: responseBody(entry, received),
      isDecoded: true,
    },
    startedAt: new Date(startedDateTime),
    durationMs: Math.max(0, time ?? 0),
  };
}

/** Without the pseudo headers of HTTP/2, such as `:path`. */
function headerLines(headers: { name: string; value: string }[]): HeaderLines {
  return headers.filter(({ name }) => !name.startsWith(":")).map(({ name, value }) => [name, value]);
}

function requestBody({ bodySize, postData }: HarEntry["request"], headers: HeaderLines): Buffer | undefined {
  if (postData?.text) return bytesOf(postData.text, postData.encoding);
  const sent = headerValues(headers);
  const hasBody =
    (bodySize ?? 0) > 0 || Number(sent.get("content-length") ?? 0) > 0 || sent.has("transfer-encoding");
  return hasBody ? undefined : Buffer.alloc(0);
}

/** A recording has the decoded body. */
function responseBody(
  { request, response: { status, content } }: HarEntry,
  headers: HeaderLines,
): Buffer | undefined {
  const size = content?.size ?? content?.text?.length;
  if (request.method.toUpperCase() === "HEAD" || isBodiless(status) || size === 0) return Buffer.alloc(0);
  if (!content?.text) return undefined;
  const bytes = bytesOf(content.text, content.encoding);
  // Some browsers cut long bodies.
  if (!bytes || bytes.length < (content.size ?? 0)) return undefined;
  return isDecodable(headerValues(headers).get("content-encoding")) ? bytes : undefined;
}

/** Undefined for text in which bytes that aren't UTF-8 were replaced. */
function bytesOf(text: string, encoding: string | null | undefined): Buffer | undefined {
  if (encoding === "base64") return Buffer.from(text, "base64");
  return text.includes("\uFFFD") ? undefined : Buffer.from(text);
}
