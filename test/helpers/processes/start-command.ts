import { readFileSync } from "node:fs";

/** What `npm start` runs, to be spawned in the project's folder, so that tests and benches start the same as users. */
export function startCommand(): string[] {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  const [, ...args] = scripts.start.replace(/^exec /, "").split(" ");
  return [process.execPath, ...args];
}
