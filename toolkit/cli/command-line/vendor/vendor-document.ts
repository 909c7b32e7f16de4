import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isContainer } from "@counterpart/server/document";
import type { Finding } from "@counterpart/server/findings";
import {
  createOwnFolder,
  disk,
  type Fault,
  parseSource,
  type RemoteFiles,
  resolveUri,
  type SourceFile,
} from "@counterpart/server/source";
import { noSuchFile } from "../given/elsewhere.ts";
import { brokenFindings, type Followed, followReferences } from "./follow-references.ts";
import { loadRemote, type Network, newAllowance } from "./load-remote.ts";
import {
  type Lock,
  lockName,
  lockText,
  readLock,
  remoteFolder,
  remoteName,
  savedText,
  sha256,
} from "./lock-file.ts";
import { type Edit, rewriteReferences } from "./rewrite-references.ts";

const maxFiles = 500;
const maxDepth = 20;
/** So many files are loaded at a time. */
const width = 8;

interface VendorOptions {
  allowFolders: string[];
  network: Network;
  /** Loads files again that are saved already. */
  update?: boolean;
}

export interface Vendored {
  /** References whose target can't be loaded; if there are any, nothing is written. */
  findings: Finding[];
  /** Files in `remote/` that were loaded, with their addresses. */
  saved: { file: string; address: string }[];
  /** The document's files whose references were rewritten. */
  rewritten: string[];
  removed: string[];
}

/**
 * Saves the files that a document refers to by an address in `remote/` beside it, and rewrites the references. Files that are
 * saved already, and unchanged, aren't loaded again.
 * @param root relative to the working directory
 * @throws UnreadableSpec
 */
export async function vendorDocument(
  root: string,
  { allowFolders, network, update = false }: VendorOptions,
): Promise<Vendored> {
  const folder = remoteFolder(root);
  const lock = readLock(folder);
  const remote = await loadReferences(path.resolve(root), { folder, lock, allowFolders, network, update });
  const findings = brokenFindings(remote.broken);
  if (findings.length > 0) return { findings, saved: [], rewritten: [], removed: [] };
  const texts = rewrittenTexts(remote);
  const used = [...new Set(remote.references.map(({ to }) => to.file.path))].filter(remote.isRemote);
  const next = nextLock(lock, root, { used, remote, texts });
  const textOf = (file: string) => texts.get(file) ?? remote.textOf(file);
  const written = used.filter((file) => textOf(file) !== savedText(file));
  const rewritten = [...texts.keys()].filter((file) => !remote.isRemote(file));
  // The result must be complete before the document is changed.
  const check = followReferences(path.resolve(root), {
    allowFolders,
    storage: { ...disk, read: textOf },
    addressOf: () => undefined,
    fileFor: (addresses) => (addresses.length > 0 ? { message: addresses.join(" ") } : undefined),
  });
  const [left] = brokenFindings(check.broken);
  if (left) throw new Error(`${left.file}:${left.line}: the reference can't be rewritten: ${left.message}.`);
  for (const file of written) {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, textOf(file));
  }
  if (lockText(next) !== lockText(lock)) await writeFile(path.join(folder, lockName), lockText(next));
  for (const file of rewritten) await writeFile(file, textOf(file));
  const removed = Object.entries(lock).flatMap(([address, { file }]) => (next[address] ? [] : [file]));
  for (const name of removed) await rm(path.join(folder, name), { force: true });
  return {
    findings,
    saved: written.map((file) => ({ file: disk.name(file), address: remote.addressOf(file) ?? "" })),
    rewritten: rewritten.map(disk.name),
    removed: removed.map((name) => disk.name(path.join(folder, name))),
  };
}

interface Remote extends Followed {
  /** Whether a file is in `remote/` and has an address. */
  isRemote: (file: string) => boolean;
  /** The address by which the file is known. */
  addressOf: (file: string) => string | undefined;
  textOf: (file: string) => string;
}

interface Loaded {
  text: string;
  /** The address after redirects. */
  base: string;
}

/** Reads the document again and again, until nothing that it refers to is missing. */
async function loadReferences(
  root: string,
  {
    folder,
    lock,
    allowFolders,
    network,
    update,
  }: { folder: string; lock: Lock; allowFolders: string[]; network: Network; update: boolean },
): Promise<Remote> {
  const files = new Map<string, string>();
  const addresses = new Map<string, string>();
  const kept = new Set<string>();
  const name = (address: string, file: string) => {
    files.set(address, file);
    addresses.set(file, address);
  };
  for (const [address, { file: named, sha256: hash }] of Object.entries(lock)) {
    const file = path.join(folder, named);
    name(address, file);
    const text = savedText(file);
    if (!update && text !== undefined && sha256(text) === hash) kept.add(file);
  }
  const loaded = new Map<string, Loaded | Fault>();
  const depths = new Map<string, number>();
  const ownFolder = createOwnFolder(root, allowFolders);
  let missing = new Set<string>();

  const fileNamed = (address: string): string => {
    const known = files.get(address);
    if (known !== undefined) return known;
    const taken = [...files.values()].map((file) => path.relative(folder, file).replaceAll(path.sep, "/"));
    const file = path.join(folder, remoteName(address, [lockName, ...taken]));
    name(address, file);
    const fault = (reason: string): Fault => ({ message: `${address} can't be saved: ${reason}.` });
    if (existsSync(file)) {
      loaded.set(file, fault(`${disk.name(file)} exists, and isn't in ${lockName}. Move it away`));
    } else if (!ownFolder.contains(file)) {
      loaded.set(file, fault(`${disk.name(file)} is outside the document's folder`));
    } else if (files.size > maxFiles) loaded.set(file, fault(`there are more than ${maxFiles} files`));
    return file;
  };
  const textOf = (file: string): string => {
    const known = loaded.get(file);
    if (known && "text" in known) return known.text;
    if (!addresses.has(file) || kept.has(file)) return disk.read(file);
    if (!known) missing.add(file);
    throw noSuchFile();
  };
  const addressOf = (file: string) => {
    const known = loaded.get(file);
    return known && "text" in known ? known.base : undefined;
  };
  const fileFor: RemoteFiles["fileFor"] = (given, { ref, from }) => {
    const place = resolveUri(ref, pathToFileURL(from.path).href);
    const beside =
      place?.startsWith("file:") && addressOf(from.path) === undefined ? pathOf(place) : undefined;
    // References in saved files that weren't followed before are still relative to the address.
    const origin = kept.has(from.path) ? addresses.get(from.path) : undefined;
    const more = origin === undefined ? undefined : resolveUri(ref, origin);
    const asked = [...given, ...(more === undefined ? [] : [more])];
    const candidates = asked.filter((address) => /^https?:/.test(address)).map(fileNamed);
    let fault: Fault | undefined = asked.some((address) => address.startsWith("file:"))
      ? {
          message: `${ref} of ${from.name} can't be followed: it leads from the network to a file of this machine.`,
        }
      : undefined;
    for (const file of [...(beside !== undefined && addresses.has(beside) ? [beside] : []), ...candidates]) {
      const known = loaded.get(file);
      if (kept.has(file) || (known && "text" in known)) return file;
      if (known) fault ??= known;
      else {
        const depth = (depths.get(from.path) ?? 0) + 1;
        depths.set(file, depth);
        if (depth <= maxDepth) {
          missing.add(file);
          return undefined;
        }
        fault ??= {
          message: `${ref} can't be loaded: references lead to more than ${maxDepth} files in a row.`,
        };
      }
    }
    return fault;
  };

  const allowance = newAllowance();
  for (;;) {
    missing = new Set();
    let followed: Followed | undefined;
    let failure: unknown;
    try {
      followed = followReferences(root, {
        allowFolders,
        storage: { ...disk, read: textOf },
        addressOf,
        fileFor,
      });
    } catch (error) {
      failure = error;
    }
    if (missing.size === 0) {
      if (!followed) throw failure;
      return {
        ...followed,
        isRemote: (file) => addresses.has(file),
        addressOf: (file) => addresses.get(file),
        textOf,
      };
    }
    const wanted = [...missing];
    for (let at = 0; at < wanted.length; at += width) {
      await Promise.all(
        wanted.slice(at, at + width).map(async (file) => {
          const address = addresses.get(file) ?? "";
          loaded.set(file, await load(address, file, network, allowance));
        }),
      );
    }
  }
}

async function load(
  address: string,
  file: string,
  network: Network,
  allowance: ReturnType<typeof newAllowance>,
): Promise<Loaded | Fault> {
  try {
    const { text, address: base } = await loadRemote(address, network, allowance);
    if (!isContainer(parseSource(file, text).value)) throw new Error("it is neither YAML nor JSON");
    return { text, base };
  } catch (error) {
    return { message: `${address} can't be loaded: ${(error as Error).message.replace(/\.$/, "")}.` };
  }
}

/** The files with rewritten references: those of the document, and saved ones. */
function rewrittenTexts({ references, isRemote }: Remote): Map<string, string> {
  const edits = new Map<SourceFile, Edit[]>();
  for (const { holder, ref, from, to } of references) {
    // A schema is found by its `$id` as before.
    if (ref.startsWith("#") || to.pointer !== "#" || !isRemote(to.file.path)) continue;
    const target = pathToFileURL(to.file.path).href;
    if (resolveUri(ref, pathToFileURL(from.path).href) === target) continue;
    const relative = path.relative(path.dirname(from.path), to.file.path).split(path.sep);
    const fragment = ref.includes("#") ? ref.slice(ref.indexOf("#")) : "";
    const replacement = relative.map(encodeURIComponent).join("/") + fragment;
    edits.set(from, [...(edits.get(from) ?? []), { holder, ref, replacement }]);
  }
  return new Map([...edits].map(([file, changes]) => [file.path, rewriteReferences(file, changes)]));
}

function nextLock(
  lock: Lock,
  root: string,
  { used, remote, texts }: { used: string[]; remote: Remote; texts: Map<string, string> },
): Lock {
  const [folder, document] = [remoteFolder(root), path.basename(root)];
  const next: Lock = {};
  for (const [address, entry] of Object.entries(lock)) {
    const documents = entry.documents.filter((one) => one !== document);
    if (documents.length > 0) next[address] = { ...entry, documents };
  }
  for (const file of used) {
    const address = remote.addressOf(file) ?? "";
    const others = next[address]?.documents ?? [];
    next[address] = {
      file: path.relative(folder, file).replaceAll(path.sep, "/"),
      sha256: sha256(texts.get(file) ?? remote.textOf(file)),
      documents: [...others, document].sort(),
    };
  }
  return next;
}

function pathOf(url: string): string | undefined {
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}
