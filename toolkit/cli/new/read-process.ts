import { readForProject } from "./read-for-project.ts";
import type { Answer, Asked } from "./read-in-process.ts";

process.once("message", async ({ root, include }: Asked) => {
  process.send?.(await answerFor(root, include), leave);
});

async function answerFor(root: string, include: Asked["include"]): Promise<Answer> {
  try {
    return { read: await readForProject(root, include) };
  } catch (error) {
    return { error };
  }
}

function leave(): void {
  process.disconnect();
}
