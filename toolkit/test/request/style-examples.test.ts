import { expect, test } from "vitest";
import run from "../../../conformance/suites/style-examples.ts";

test("client and server write and read every cell of OpenAPI's table of styles", async () => {
  const { cases } = await run();
  const others = cases.filter(({ outcome }) => outcome !== "passed" && outcome !== "not expressible");
  // No path parameter is empty: that would be another address.
  expect(others.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
    "simple in path, explode false, empty: client reported",
    "simple in path, explode false, empty: server reported",
    "simple in path, explode true, empty: client reported",
    "simple in path, explode true, empty: server reported",
  ]);
  expect(cases.filter(({ outcome }) => outcome === "passed")).toHaveLength(102);
});
