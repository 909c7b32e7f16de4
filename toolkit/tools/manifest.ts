import { readFileSync } from "node:fs";

interface Manifest {
  version: string;
  engines: { node: string };
  dependencies: Record<string, string>;
  /** The tools that commands need; a project has them in its devDependencies. */
  peerDependencies: Record<string, string>;
}

/** The toolkit's own package.json. Read and not imported, because older versions of Node warn about JSON imports. */
export const manifest: Manifest = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8"),
);
