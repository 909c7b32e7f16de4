import { realpathSync, statSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

// A module's imports of files beside it are two thousand at the start, a thousand of them in kysely. Node looks at each
// folder on the way to each of them, and for package.json in it. Here a file is taken that has this name; whatever else the
// name may mean, a link or a folder or nothing, is left to Node.

/**
 * What packages are to the files of a folder: of 1,200 handlers each imports the toolkit.
 * @type {Map<string, import("node:module").ResolveFnOutput>}
 */
const packages = new Map();

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (/^(@[\w-]|\w)[^:]*$/.test(specifier)) return resolvePackage(specifier, context, nextResolve);
    if (!/^\.\.?\/.*\.[jt]s$/.test(specifier)) return nextResolve(specifier, context);
    const { parentURL, conditions } = context;
    const url = new URL(specifier, parentURL);
    const isInstalled = url.pathname.includes("/node_modules/");
    // Packages are installed complete and without links, and where they import something it is a file.
    if (isInstalled ? conditions.includes("import") || isFile(url) : isPlain(url)) {
      return { url: url.href, shortCircuit: true };
    }
    return nextResolve(specifier, context);
  },
});

/** @type {import("node:module").ResolveHookSync} */
function resolvePackage(specifier, context, nextResolve) {
  const { parentURL = "", conditions } = context;
  const key = `${specifier} ${conditions} ${parentURL.slice(0, parentURL.lastIndexOf("/"))}`;
  const resolved = packages.get(key) ?? { ...nextResolve(specifier, context), shortCircuit: true };
  packages.set(key, resolved);
  return resolved;
}

/** @param {URL} url */
function isFile(url) {
  return statSync(url, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** Whether something is there, and not by a link. @param {URL} url */
function isPlain(url) {
  const path = fileURLToPath(url);
  try {
    return realpathSync.native(path) === path;
  } catch {
    return false;
  }
}
