import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { type OutputChunk, rolldown } from "rolldown";

/**
 * Replaces a compiled package's modules with one file per entry, and chunks that entries share: loading hundreds of files
 * takes a third of a server's start-up. Declarations and other files stay.
 * @param entries JavaScript files, relative to the package
 * @param chunks an entry for each named chunk, which holds all modules that the entry loads; the first chunk wins
 */
export async function joinModules(
  out: string,
  entries: string[],
  chunks: Record<string, string> = {},
): Promise<void> {
  const modules = await readdir(out, { recursive: true });
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((file) => [file.replace(/\.js$/, ""), path.join(out, file)])),
    platform: "node",
    external: (id) => !id.startsWith(".") && !path.isAbsolute(id),
    onLog(level, log) {
      if (level === "warn") throw new Error(log.message);
    },
  });
  const chunkFileNames = "chunks/[name]-[hash].js";
  const loaded = loadedModules(await chunksOf(bundle.generate({ chunkFileNames })));
  const groups = Object.entries(chunks).map(([name, entry]) => {
    const ids = loaded(entry);
    return { name, test: (id: string) => ids.has(id) };
  });
  const joined = await chunksOf(bundle.generate({ chunkFileNames, codeSplitting: { groups } }));
  for (const name of modules) if (name.endsWith(".js")) await rm(path.join(out, name));
  for (const { fileName, code } of joined) {
    await mkdir(path.dirname(path.join(out, fileName)), { recursive: true });
    await writeFile(path.join(out, fileName), code);
  }
}

type Generated = ReturnType<Awaited<ReturnType<typeof rolldown>>["generate"]>;

async function chunksOf(generated: Generated): Promise<OutputChunk[]> {
  return (await generated).output.map((file) => {
    if (file.type !== "chunk") throw new Error(`${file.fileName} isn't code.`);
    return file;
  });
}

/** Finds the modules that are loaded with an entry, without those that it imports later. */
function loadedModules(chunks: OutputChunk[]) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  return (entry: string): Set<string> => {
    // A set's loop also visits what is added meanwhile.
    const names = new Set([entry]);
    for (const name of names) for (const imported of byName.get(name)?.imports ?? []) names.add(imported);
    return new Set([...names].flatMap((name) => byName.get(name)?.moduleIds ?? []));
  };
}
