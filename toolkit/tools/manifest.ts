import { readFileSync } from "node:fs";

interface Manifest {
  version: string;
  engines: { node: string };
  /** The tools that commands need, which a project has among its devDependencies. */
  peerDependencies: Record<string, string>;
}

/** The toolkit's own package.json. Not imported: older versions of Node warn of every import of JSON. */
export const manifest: Manifest = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8"),
);
