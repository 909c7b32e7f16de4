import { ApiError } from "@counterpart/toolkit/errors";
import type { Terminal } from "../terminal.ts";

/** Characters; what is asked for here is a line. */
const maxLength = 64 * 1024;

/**
 * What comes on standard input until its end, without the white space around it. Secrets come this way: what is typed as
 * an argument stands in the shell's history, and every user of the machine sees it.
 * @param what for people at a terminal: "the key"
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
