import { createReadStream, existsSync } from "node:fs";
import { appendFile, rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import { createEarlierFeed } from "../../merchants/feeds/feed-changes.ts";
import { type FeedCounts, feedFile, jsonLine, type Pushing } from "../../merchants/feeds/feed-file.ts";
import type { FeedProduct } from "../../merchants/feeds/feed-products.ts";
import { writeWhole } from "./files-folder.ts";
import { unreadableFile } from "./unreadable-file.ts";

/**
 * Sends what changed since the last run, and then writes what the agent has. What a failed run may have sent is in
 * `<file>.pending`, so that the next run sends it again.
 */
export async function sendFeed(
  file: string,
  pages: AsyncIterable<FeedProduct[]>,
  { push, findSold }: Pick<Pushing, "push" | "findSold">,
): Promise<FeedCounts> {
  const pending = `${file}.pending`;
  const earlier = createEarlierFeed();
  await readLines(file, earlier.add);
  await readLines(pending, (line) => isWhole(line) && earlier.add(line));
  const counts = { products: 0, pushed: 0 };
  const record = (products: FeedProduct[]) =>
    appendFile(pending, `\n${products.map(pendingLine).join("\n")}\n`, { flush: true });
  await writeWhole(file, feedFile(pages, counts, { earlier, record, push, findSold }));
  await rm(pending, { force: true });
  return counts;
}

/** Without the content, so that it never equals the product's own line. */
function pendingLine({ id, variants }: FeedProduct): string {
  return jsonLine({ id, variants: variants.map(({ id, title }) => ({ id, title })) });
}

/** An interrupted write leaves a part of a line. Its products weren't sent. */
function isWhole(line: string): boolean {
  try {
    return line !== "" && JSON.parse(line) !== undefined;
  } catch {
    return false;
  }
}

async function readLines(file: string, read: (line: string) => unknown): Promise<void> {
  if (!existsSync(file)) return;
  try {
    for await (const line of createInterface({ input: createReadStream(file) })) read(line);
  } catch (error) {
    throw unreadableFile(file, error);
  }
}
