import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { rolldown } from "rolldown";

interface Bundled {
  /** The package's sources. */
  source: string;
  /** The built package. */
  out: string;
  /** Relative to the package, such as `mock/prism/library.ts`. They only re-export libraries. */
  modules: string[];
  /** The package's dependencies, which stay imports. */
  installed: Record<string, string>;
}

/**
 * Compiles modules together with what they use of libraries. Writes the libraries' licences to
 * `LICENSES-OF-BUNDLED-CODE.md`.
 */
export async function bundleLibraries({ source, out, modules, installed }: Bundled): Promise<void> {
  const bundle = await rolldown({
    input: Object.fromEntries(modules.map((name) => [name.replace(/\.ts$/, ""), path.join(source, name)])),
    platform: "node",
    // Its UMD file hides what it requires.
    resolve: { alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" } },
    external: Object.keys(installed).map((name) => new RegExp(`^${name}($|/)`)),
    plugins: [
      {
        // Its `this` is the module's exports, which rolldown replaces by undefined.
        name: "uri-template-lite",
        transform: (code, id) =>
          id.includes("/uri-template-lite/") ? code.replaceAll("this.URI", "exports.URI") : undefined,
      },
    ],
    onLog(level, log) {
      if (level === "warn") throw new Error(log.message);
    },
  });
  const { output } = await bundle.write({ dir: out, chunkFileNames: "bundled/[name]-[hash].js" });
  const sources = output.flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []));
  await writeFile(path.join(out, "LICENSES-OF-BUNDLED-CODE.md"), await licencesOf(sources));
}

async function licencesOf(sources: string[]): Promise<string> {
  const folders = new Set(
    sources.flatMap((file) => /^.*\/node_modules\/(@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? []),
  );
  const sections = await Promise.all(
    [...folders].map(async (folder) => {
      const manifest = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"));
      const { name, version, license } = manifest;
      const text = (await readdir(folder)).find((one) => /^licen[cs]e/i.test(one));
      const whole = text === undefined ? "" : await readFile(path.join(folder, text), "utf8");
      return `## ${name} ${version} (${license})\n\n${whole.trim()}\n`;
    }),
  );
  return `# Licences of the code that this package contains\n\n${sections.sort().join("\n")}`;
}
