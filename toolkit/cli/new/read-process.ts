import { readForProject } from "./read-for-project.ts";
import type { Answer, Asked } from "./read-in-process.ts";

process.once("message", ({ root, include }: Asked) => process.send?.(answerFor(root, include), leave));

function answerFor(root: string, include: Asked["include"]): Answer {
  try {
    return { read: readForProject(root, include) };
  } catch (error) {
    return { error };
  }
}

function leave(): void {
  process.disconnect();
}
