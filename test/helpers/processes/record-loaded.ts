import { writeFileSync } from "node:fs";
import { registerHooks } from "node:module";

// Preloaded into a process. On exit, it writes what the process has loaded to LOADED_FILE, one per line: packages,
// Node's own modules, and the data of `Intl`.

const loaded = new Set<string>();
registerHooks({
  load(url, context, nextLoad) {
    const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url) ?? [];
    if (name !== undefined) loaded.add(name);
    return nextLoad(url, context);
  },
});
for (const name of ["Collator", "DateTimeFormat", "DisplayNames", "NumberFormat", "Segmenter"] as const) {
  const record = () => loaded.add(`Intl.${name}`);
  Object.defineProperty(Intl, name, {
    value: new Proxy(Intl[name], {
      construct(target, args, newTarget) {
        record();
        return Reflect.construct(target, args, newTarget);
      },
      apply(target, thisArgument, args) {
        record();
        return Reflect.apply(target, thisArgument, args);
      },
    }),
  });
}
process.once("exit", () => {
  const { moduleLoadList } = process as unknown as { moduleLoadList: string[] };
  writeFileSync(process.env.LOADED_FILE ?? "", [...loaded, ...moduleLoadList].join("\n"));
});
