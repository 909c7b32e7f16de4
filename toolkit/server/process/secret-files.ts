import { readFileSync } from "node:fs";

/** Far more than any address or key, and small enough to read whatever a wrong name points to. */
const maxLength = 10_000;

/**
 * Reads secrets from files, as containers provide them: the content of the file in `NAME_FILE` becomes NAME,
 * trimmed. An empty variable counts as not set.
 * @param env is modified
 * @returns a sentence for each that can't be read, without its content
 */
export function readSecretFiles(env: Record<string, string | undefined>, names: string[]): string[] {
  const mistakes: string[] = [];
  for (const name of names) {
    const file = env[`${name}_FILE`];
    if (!file) continue;
    if (env[name]) {
      mistakes.push(`${name}_FILE names a file though ${name} is set too: set one of the two`);
      continue;
    }
    try {
      const text = readFileSync(file, "utf8").trim();
      if (text === "" || text.length > maxLength) throw new Error("it is empty or too long");
      env[name] = text;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      mistakes.push(
        `${name}_FILE must name a file with the value of ${name}, which can't be read: ${reasons[code ?? ""] ?? message}`,
      );
    }
  }
  return mistakes;
}

const reasons: Record<string, string> = {
  ENOENT: "there is no such file",
  EACCES: "this user may not read it",
  EISDIR: "it is a folder",
};
