import { readFileSync } from "node:fs";

/** Characters. More than any URL or key needs, and safe to read if the name is wrong. */
const maxLength = 10_000;

/**
 * Reads secrets from files, as containers provide them: NAME becomes the trimmed content of the file in
 * `NAME_FILE`. An empty variable counts as unset.
 * @param env modified
 * @returns a sentence for each file that can't be read, without its content
 */
export function readSecretFiles(env: Record<string, string | undefined>, names: string[]): string[] {
  const mistakes: string[] = [];
  for (const name of names) {
    const file = env[`${name}_FILE`];
    if (!file) continue;
    if (env[name]) {
      mistakes.push(`${name}_FILE names a file, but ${name} is set too: set only one of them`);
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
