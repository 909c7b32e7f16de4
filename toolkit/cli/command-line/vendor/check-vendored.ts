import path from "node:path";
import type { Finding } from "@counterpart/server/findings";
import { disk, isInFolder } from "@counterpart/server/source";
import { brokenFindings, followReferences } from "./follow-references.ts";
import { lockName, readLock, remoteFolder, savedText, sha256 } from "./lock-file.ts";

/**
 * Compares a document's saved files with the lock file. Loads nothing.
 * @param root relative to the working directory
 * @throws UnreadableSpec
 */
export function checkVendored(root: string, allowFolders: string[]): Finding[] {
  const folder = remoteFolder(root);
  const lock = readLock(folder);
  const lockFile = disk.name(path.join(folder, lockName));
  const document = path.basename(root);
  const fault = (file: string, message: string): Finding => ({ severity: "error", file, message });
  const origins = new Map(
    Object.entries(lock).map(([address, entry]) => [path.join(folder, entry.file), { address, ...entry }]),
  );
  const { references, broken } = followReferences(path.resolve(root), {
    allowFolders,
    storage: disk,
    addressOf: () => undefined,
    fileFor(addresses, { ref, from }) {
      if (addresses.length > 0) return { message: `${ref} is on the network, and isn't saved.` };
      // Missing files of the lock are reported below.
      const isListed = origins.has(path.join(path.dirname(from.path), ref.split("#")[0] ?? ""));
      if (!origins.has(from.path) || isListed) return undefined;
      return { message: `${ref} isn't saved, since nothing referred to it before.` };
    },
  });
  const used = new Set(references.map(({ to }) => to.file.path).filter((file) => isInFolder(folder, file)));
  const changed = [...origins].flatMap(([file, { address, sha256: hash, documents }]) => {
    if (!documents.includes(document) && !used.has(file)) return [];
    const [text, name] = [savedText(file), disk.name(file)];
    if (text === undefined) return [fault(name, `${address} isn't saved here any more.`)];
    if (sha256(text) !== hash)
      return [fault(name, `The file has changed since it was saved from ${address}.`)];
    return used.has(file) ? [] : [fault(lockFile, `${document} doesn't refer to ${name} any more.`)];
  });
  const unlisted = [...used]
    .filter((file) => !origins.has(file))
    .map((file) => fault(disk.name(file), `${lockFile} doesn't list the file.`));
  return [...brokenFindings(broken), ...changed, ...unlisted];
}
