import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { writtenFiles } from "../helpers/written-files.ts";

const program = `
  import { setTimeout as pause } from "node:timers/promises";
  import { getHeapSpaceStatistics } from "node:v8";
  import { releaseStartupGarbage } from ${JSON.stringify(new URL("../../process/release-startup-garbage.ts", import.meta.url))};
  const young = () => getHeapSpaceStatistics().find((space) => space.space_name === "new_space").physical_space_size;
  // As in a start, some of it survives its first collections.
  const kept = [];
  for (let n = 0; n < 2e6; n++) kept[n % 2e5] = { n };
  const grown = young();
  releaseStartupGarbage();
  for (let n = 0; n < 600 && young() > grown / 2; n++) await pause(100);
  console.log(JSON.stringify({ grown, left: young() }));
`;

test("a process that has little to do soon gives the memory of its start back", async () => {
  const folder = writtenFiles({ "program.mjs": program });
  const flags = ["--max-semi-space-size=8", "--gc-memory-reducer-start-delay-ms=200"];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, "program.mjs"], { cwd: folder });
  const { grown, left } = JSON.parse(stdout);
  expect(left).toBeLessThan(grown / 2);
});
