// The exports for programs that read a bundled document. Loads no library for YAML.

export { bundleIn, bundleText, loadDocument } from "./document/load-document.ts";
export { readDocument } from "./document/read-document.ts";
