import { mkdtemp, writeFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { readDocument } from "@counterpart/server/read-document";
import { writeAllValidators } from "@counterpart/server/validation";
import { rolldown } from "rolldown";
import { esmExternalRequirePlugin } from "rolldown/plugins";
import { document } from "./served.ts";

// Bundles `worker.ts` with what it serves, since workerd has no files, and becomes workerd.

const folder = await mkdtemp(path.join(tmpdir(), "counterpart-workerd-"));
const inFolder = (name: string) => path.join(folder, name);
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

await writeFile(inFolder("validators.js"), writeAllValidators(readDocument(document as never)));
await writeFile(
  inFolder("served.js"),
  `export { document, examples } from ${JSON.stringify(process.argv[2])};
export { default as validators } from "./validators.js";
`,
);

const bundle = await rolldown({
  input: here("worker.ts"),
  platform: "neutral",
  resolve: { mainFields: ["module", "main"], conditionNames: ["node", "import"] },
  plugins: [
    {
      name: "served",
      resolveId: (id) => (id === "./served.ts" ? inFolder("served.js") : undefined),
    },
    esmExternalRequirePlugin({ external: builtinModules.flatMap((name) => [name, `node:${name}`]) }),
  ],
});
await bundle.write({ file: inFolder("worker.js"), format: "esm", codeSplitting: false });

await writeFile(
  inFolder("config.capnp"),
  `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = "2026-11-01",
);
`,
);
const workerd = here("../../node_modules/@cloudflare/workerd-linux-64/bin/workerd");
// It reports its port on standard output as the other servers do.
process.execve?.(workerd, [workerd, "serve", "--control-fd=1", inFolder("config.capnp")]);
