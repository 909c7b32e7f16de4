import { readFile } from "node:fs/promises";

export interface Copy {
  /** The stage it copies from; undefined for the project. */
  from: string | undefined;
  sources: string[];
  target: string;
}

export interface Stage {
  /** Empty for the last one, which is the image. */
  name: string;
  copies: Copy[];
  runs: string[];
  /** The other instructions, by name. */
  says: Record<string, string>;
}

/** The stages of a Dockerfile, with the features that ours uses: one instruction per line. */
export async function readStages(file: string): Promise<Stage[]> {
  const stages: Stage[] = [];
  for (const line of (await readFile(file, "utf8")).split("\n")) {
    const [, instruction = "", rest = ""] = /^([A-Z]+)\s+(.+)$/.exec(line) ?? [];
    const stage = stages.at(-1);
    if (instruction === "FROM") {
      const [, name = ""] = /\sAS\s+(\S+)$/.exec(rest) ?? [];
      stages.push({ name, copies: [], runs: [], says: {} });
    } else if (instruction === "COPY") stage?.copies.push(copyOf(rest));
    else if (instruction === "RUN") stage?.runs.push(rest);
    else if (stage && instruction) stage.says[instruction] = rest;
  }
  return stages;
}

function copyOf(text: string): Copy {
  const words = text.split(/\s+/);
  const from = words[0]?.startsWith("--from=") ? words.shift()?.slice("--from=".length) : undefined;
  const target = words.pop() ?? "";
  return { from, sources: words, target };
}
