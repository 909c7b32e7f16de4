import type { Include } from "@counterpart/server/document/source/include/keep-included";
import { readSpec } from "@counterpart/server/document/source/read-spec";
import { analyzeSpec } from "../inspect/analyze-spec.ts";
import { type Inspection, inspectionOf } from "../inspect/inspect-document.ts";
import { emitLeftOutOverlay } from "./left-out-overlay.ts";
import { type SpecFiles, specFiles } from "./spec-files.ts";

/** What a new project needs of its document. */
export interface ReadForProject {
  /** The document's root file. */
  root: string;
  specs: SpecFiles;
  inspection: Inspection;
  /** An overlay that removes everything that can't be served; undefined if everything can. */
  overlay: string | undefined;
}

export function readForProject(root: string, include?: Include): ReadForProject {
  const spec = readSpec(root, include && { include });
  const analysis = analyzeSpec(spec, { builds: false });
  return {
    root,
    specs: specFiles(root, spec),
    inspection: inspectionOf(spec, analysis),
    overlay: emitLeftOutOverlay(analysis.leftOut, spec.writtenPath),
  };
}
