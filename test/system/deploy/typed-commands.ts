import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect } from "vitest";

/** The commands, or the file, that are marked `<!-- tested: name -->` on a page of docs/. */
export function commandsOf(page: string, name: string): string {
  const text = readFileSync(page, "utf8");
  const [, commands] =
    new RegExp(`<!-- tested: ${name} -->\n\`\`\`\\w+\n([\\s\\S]*?)\`\`\``).exec(text) ?? [];
  if (commands === undefined) throw new Error(`${page} has no commands "${name}".`);
  return commands;
}

/** Types them into a shell in the project's folder, and returns the output. */
export async function typeCommands(commands: string, env: Record<string, string> = {}): Promise<string> {
  const shell = spawn("bash", ["-euo", "pipefail", "-c", commands], {
    env: { PATH: process.env.PATH, ...env },
    // With a socket as its input, bash assumes that a remote shell daemon started it, and reads the user's files.
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const code = await new Promise((resolve) => shell.once("close", resolve));
  expect(code, output).toBe(0);
  return output;
}
