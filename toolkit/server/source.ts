// The exports for programs that read and bundle a document's files, YAML included.

export { createFindLine, createFindString, type StringPlace } from "./document/source/files/find-line.ts";
export { createOwnFolder, isInFolder } from "./document/source/files/own-folder.ts";
export { parseSource, type SourceFile } from "./document/source/files/parse-source.ts";
export {
  createSourceFiles,
  type Fault,
  type FollowedReference,
  isFault,
  type RemoteFiles,
} from "./document/source/files/source-files.ts";
export { disk, type Storage } from "./document/source/files/storage.ts";
export { yamlText } from "./document/source/files/yaml-text.ts";
export type { Include } from "./document/source/include/keep-included.ts";
export { readSpec, type Spec } from "./document/source/read-spec.ts";
export { mentionsIn, refuseOutsideFiles } from "./document/source/references/mentioned-files.ts";
export { resolveUri } from "./document/source/references/schema-ids.ts";
export { UnreadableSpec } from "./document/source/unreadable-spec.ts";
