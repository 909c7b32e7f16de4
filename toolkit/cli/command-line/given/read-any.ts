import { readDocument } from "@counterpart/server/read-document";
import type { Terminal } from "../command.ts";
import { openDocument } from "./given-document.ts";

/** What a document says about itself. */
export async function readAny(
  given: string,
  terminal: Terminal,
): Promise<{ title: string; version: string; count: number }> {
  const { read } = await openDocument(given, {}, terminal);
  const { info, operations } = readDocument((await read()).raw);
  return { title: info.title, version: info.version, count: operations.length };
}
