import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { writtenFiles } from "../helpers/written-files.ts";

const program = `
  import { getHeapSpaceStatistics } from "node:v8";
  import { runInNewContext } from "node:vm";
  import { collectStartupGarbage } from ${JSON.stringify(new URL("../../process/collect-startup-garbage.ts", import.meta.url))};
  const young = () => getHeapSpaceStatistics().find((space) => space.space_name === "new_space").physical_space_size;
  // As in a start, some of it survives its first collections.
  const kept = [];
  for (let n = 0; n < 2e6; n++) kept[n % 2e5] = { n };
  const grown = young();
  collectStartupGarbage();
  console.log(JSON.stringify({ grown, left: young(), gc: [typeof gc, runInNewContext("typeof gc")] }));
`;

test("a process gives the memory of its start back at once, and has no gc() afterwards", async () => {
  const folder = writtenFiles({ "program.mjs": program });
  const flags = ["--max-semi-space-size=8"];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, "program.mjs"], { cwd: folder });
  const { grown, left, gc } = JSON.parse(stdout);
  expect(left).toBeLessThan(grown / 2);
  expect(gc).toEqual(["undefined", "undefined"]);
});
