import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { writtenFiles } from "../helpers/written-files.ts";

const program = `
  import { setTimeout as pause } from "node:timers/promises";
  import { retainTickShape } from ${JSON.stringify(new URL("../../process/retain-tick-shape.ts", import.meta.url))};
  retainTickShape();
  for (let n = 0; n < 5; n++) {
    for (let i = 0; i < 50; i++) process.nextTick(() => {});
    await pause(1);
    gc();
  }
`;

test("the hidden class of nextTick's objects outlives collections", () => {
  const folder = writtenFiles({ "program.mjs": program });
  const flags = ["--expose-gc", "--log-maps", "--no-log-maps-details", "--no-logfile-per-isolate"];
  execFileSync(process.execPath, [...flags, "--logfile=maps.log", "program.mjs"], { cwd: folder });
  const made = readFileSync(`${folder}/maps.log`, "utf8").match(/^map,Transition,.*"async_id_symbol"/gm);
  expect(made).toHaveLength(1);
});
