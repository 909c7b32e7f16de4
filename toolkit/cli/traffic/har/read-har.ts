import { readFile } from "node:fs/promises";
import { UsageError } from "@counterpart/testing/errors";
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
