import type { Finding } from "@counterpart/server/findings";
import {
  createFindLine,
  createOwnFolder,
  type Fault,
  type FollowedReference,
  isFault,
  type RemoteFiles,
  readSpec,
  type SourceFile,
  type Storage,
} from "@counterpart/server/source";
import { pointersIn } from "./rewrite-references.ts";

/** A reference to a file or to a schema with an `$id`. */
export interface Reference extends Omit<FollowedReference, "to"> {
  to: { file: SourceFile; pointer: string };
}

export interface Followed {
  references: Reference[];
  /** References whose target can't be loaded. */
  broken: (Omit<FollowedReference, "to"> & { fault: Fault })[];
}

/**
 * Reads a document and lists the references that are followed: references in examples and other data aren't.
 * @param root absolute
 * @throws UnreadableSpec
 */
export function followReferences(
  root: string,
  {
    allowFolders,
    storage,
    ...remote
  }: { allowFolders: string[]; storage: Storage } & Omit<RemoteFiles, "follows">,
): Followed {
  const references: Reference[] = [];
  const broken: Followed["broken"] = [];
  const faults = new Set<Fault>();
  const follows = ({ to, ...reference }: FollowedReference): void => {
    if (!isFault(to)) references.push({ ...reference, to });
    else if (faults.has(to)) broken.push({ ...reference, fault: to });
  };
  const fileFor: RemoteFiles["fileFor"] = (addresses, reference) => {
    const found = isName(reference) ? undefined : remote.fileFor(addresses, reference);
    if (typeof found === "object") faults.add(found);
    return found;
  };
  const ownFolder = createOwnFolder(root, allowFolders);
  readSpec(root, { elsewhere: { storage, ownFolder, remote: { ...remote, fileFor, follows } } });
  return { references, broken };
}

/** Whether a text of a discriminator's mapping is the name of a schema. */
function isName({ holder, ref }: Pick<FollowedReference, "holder" | "ref">): boolean {
  return !/[#/]|\.(ya?ml|json)$/.test(ref) && "propertyName" in holder;
}

/** Each broken reference once, with its place. */
export function brokenFindings(broken: Followed["broken"]): Finding[] {
  const findings = broken.map(({ holder, from, fault }): Finding => {
    const pointer = pointersIn(from.value).get(holder) ?? "#";
    const line = createFindLine(from)(pointer);
    return { severity: "error", pointer, message: fault.message, file: from.name, line };
  });
  return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
}
