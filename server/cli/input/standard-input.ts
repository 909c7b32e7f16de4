import { ApiError } from "@counterpart/server/errors";
import type { Terminal } from "../terminal.ts";

/** In characters; the expected input is one line. */
const maxLength = 64 * 1024;

/**
 * All of standard input, trimmed. Secrets are read this way: command-line arguments are kept in the shell's history and
 * visible to every user of the machine.
 * @param what names the input in messages and prompts: "the key"
 */
export async function readStandardInput({ stdin, stderr }: Terminal, what: string): Promise<string> {
  if (!stdin) throw new ApiError("INVALID_REQUEST", `There is no standard input to read ${what} from.`);
  if (stdin.isTTY) stderr.write(`Paste ${what}, press Enter and then Ctrl+D:\n`);
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of stdin) {
    const bytes = Buffer.from(part);
    length += bytes.length;
    if (length > maxLength) throw new ApiError("INVALID_REQUEST", "Standard input is too long for that.");
    parts.push(bytes);
  }
  return Buffer.concat(parts).toString("utf8").trim();
}
