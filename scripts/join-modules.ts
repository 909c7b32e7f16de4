import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { rolldown } from "rolldown";

/**
 * Replaces a compiled package's modules by one file for each entry, and chunks of what entries share: loading hundreds of
 * files takes a third of a server's start-up. Declarations and other files stay.
 * @param entries JavaScript files, relative to the package
 */
export async function joinModules(out: string, entries: string[]): Promise<void> {
  const modules = await readdir(out, { recursive: true });
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((file) => [file.replace(/\.js$/, ""), path.join(out, file)])),
    platform: "node",
    external: (id) => !id.startsWith(".") && !path.isAbsolute(id),
    onLog(level, log) {
      if (level === "warn") throw new Error(log.message);
    },
  });
  const { output } = await bundle.generate({ chunkFileNames: "chunks/[name]-[hash].js" });
  for (const name of modules) if (name.endsWith(".js")) await rm(path.join(out, name));
  for (const file of output) {
    if (file.type !== "chunk") throw new Error(`${file.fileName} isn't code.`);
    await mkdir(path.dirname(path.join(out, file.fileName)), { recursive: true });
    await writeFile(path.join(out, file.fileName), file.code);
  }
}
