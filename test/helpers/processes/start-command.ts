import { readFileSync } from "node:fs";

/** What `npm start` runs, to be spawned in the project's folder: tests and benches start what people start. */
export function startCommand(): string[] {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  const [, ...args] = scripts.start.split(" ");
  return [process.execPath, ...args];
}
