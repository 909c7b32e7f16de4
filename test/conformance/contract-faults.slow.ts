import { expect, test } from "vitest";
import { faults } from "../../conformance/proxy/faults.ts";
import { runTool } from "../../conformance/proxy/run-tool.ts";
import { startContract } from "../../conformance/proxy/tools/contract.ts";

/** Groups whose faults a single response shows. */
const groups = ["values in the response", "the response's bytes", "status, media type and headers"];

/** What the proxy finds and the contract doesn't, with the reason. */
const beyond = [
  // Only the request shows what was sent.
  "rounded-int64",
  // JSON.parse takes the last one.
  "repeated-key",
  // The response never ends.
  "connection-cut",
  // Every request there is reported in `strict`, whatever its route answers.
  "undocumented-method",
  "undocumented-path",
];

test("the contract in front of an app finds the faults of its responses, and none in the correct app", async () => {
  const { found, alarms } = await runTool(startContract(), { url: (fault) => fault, stop: async () => {} });
  const missed = faults.filter(({ name, group }) => groups.includes(group) && !found.has(name));
  expect(missed.map(({ name }) => name)).toEqual(beyond);
  expect(alarms).toEqual([]);
}, 300_000);
