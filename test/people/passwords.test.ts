import { expect, test } from "vitest";
import { isPassword } from "../../server/people/passwords.ts";
import { quickHash } from "../dashboard/quick-hash.ts";

const password = "a long walk by the sea";

test("sixty attempts from one address neither refuse nor delay those from others", async () => {
  const hash = quickHash(password);
  let hostileEnded = 0;
  const hostile = Array.from({ length: 60 }, async () => {
    const isRight = await isPassword("wrong", hash, "203.0.113.1");
    hostileEnded += 1;
    return isRight;
  });
  const good = Array.from({ length: 8 }, async (_, n) => {
    const isRight = await isPassword(password, hash, `198.51.100.${n}`);
    return { isRight, hostileEnded };
  });
  const attacked = await Promise.allSettled(hostile);
  const ended = await Promise.all(good);
  expect(ended.map(({ isRight }) => isRight)).toEqual(Array(8).fill(true));
  // Two were running, and each round of turns has one of them.
  expect(Math.max(...ended.map((one) => one.hostileEnded))).toBeLessThan(8);
  const refused = attacked.filter(({ status }) => status === "rejected");
  expect(refused.length).toBeGreaterThan(30);
});
