import { type Terminal, wrongUsage } from "../terminal.ts";

/** In characters; one line is expected. */
const maxLength = 64 * 1024;

/** Reads a secret. Not parsed by commander, whose errors quote the rejected value. @param name the option's: `agent-secret` */
export async function readSecret(name: string, given: string, terminal: Terminal): Promise<string> {
  if (given !== "-") {
    throw wrongUsage(
      `The secret is read from standard input: \`--${name} -\`. What you typed is in your shell's history and was shown to other users of this machine, so change the secret.`,
    );
  }
  const secret = await readStandardInput(terminal, "the secret");
  if (secret === "") throw wrongUsage("Standard input contained no secret.");
  return secret;
}

/**
 * Reads all of standard input, trimmed. Secrets are read this way because arguments end up in the shell's
 * history and are visible to every user of the machine.
 * @param what the input's name in messages and prompts: "the key"
 */
export async function readStandardInput({ stdin, stderr }: Terminal, what: string): Promise<string> {
  if (!stdin) throw wrongUsage(`No standard input to read ${what} from.`);
  if (stdin.isTTY) stderr.write(`Paste ${what}, press Enter and then Ctrl+D:\n`);
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of stdin) {
    const bytes = Buffer.from(part);
    length += bytes.length;
    if (length > maxLength) throw wrongUsage("Standard input is too long.");
    parts.push(bytes);
  }
  return Buffer.concat(parts).toString("utf8").trim();
}
