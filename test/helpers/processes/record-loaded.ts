import { writeFileSync } from "node:fs";
import { registerHooks } from "node:module";

// Preloaded into a process, which at its end writes into the file LOADED_FILE what it has loaded, one a line: packages,
// and modules of Node itself.

const loaded = new Set<string>();
registerHooks({
  load(url, context, nextLoad) {
    const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url) ?? [];
    if (name !== undefined) loaded.add(name);
    return nextLoad(url, context);
  },
});
process.once("exit", () => {
  const { moduleLoadList } = process as unknown as { moduleLoadList: string[] };
  writeFileSync(process.env.LOADED_FILE ?? "", [...loaded, ...moduleLoadList].join("\n"));
});
