import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, onTestFinished, TestRunner } from "vitest";

/**
 * Writes files to a new folder, by name, and returns the folder. It is removed after the test that writes it, or after the
 * tests of the file or `describe` that writes it.
 */
export function writtenFiles(files: Record<string, string | object>): string {
  const folder = mkdtempSync(path.join(tmpdir(), "counterpart-files-"));
  // Hooks at the top of this module would run once per worker: workers keep modules between test files.
  const afterUse = TestRunner.getCurrentTest() ? onTestFinished : afterAll;
  afterUse(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content, null, 2));
  }
  return folder;
}
