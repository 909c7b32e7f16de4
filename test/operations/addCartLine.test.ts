import { afterAll, expect, test } from "vitest";
import { testCommonRefusals } from "../helpers/common-refusals.ts";
import { testEveryAnswer } from "../helpers/every-answer.ts";
import { startWorld } from "../helpers/world.ts";

const world = await startWorld({ rateLimits: { "cart-writes": 60 } });
afterAll(() => world.close());

testCommonRefusals(world, "addCartLine");
testEveryAnswer(world, "addCartLine");
