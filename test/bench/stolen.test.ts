import { expect, test } from "vitest";
import { stolenBetween, ticksIn } from "../../bench/load/stolen.ts";

const stat = (idle: number, steal: number) =>
  `cpu  100 0 20 ${idle} 5 0 3 ${steal} 7 0\ncpu0 50 0 10 500 2 0 1 30 0 0\nintr 1\n`;

test("the share of the processors that the host took between two moments", () => {
  const before = ticksIn(stat(1000, 60));
  expect(before).toEqual({ all: 1188, stolen: 60 });
  expect(stolenBetween(before, ticksIn(stat(1150, 110)))).toBe("25 %");
  expect(stolenBetween(before, ticksIn(stat(1199, 61)))).toBeUndefined();
});
