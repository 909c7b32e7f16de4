import { type Asked, readForProject } from "./read-for-project.ts";
import type { Answer } from "./read-in-process.ts";

process.once("message", async (asked: Asked) => {
  process.send?.(await answerFor(asked), leave);
});

async function answerFor(asked: Asked): Promise<Answer> {
  try {
    return { read: await readForProject(asked) };
  } catch (error) {
    return { error };
  }
}

function leave(): void {
  process.disconnect();
}
