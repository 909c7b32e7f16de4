import { describe } from "vitest";
import { memoryLimiter } from "../../server/limiter/memory.ts";
import { limiterSuite } from "./limiter-suite.ts";

describe("the limiter of one process", () => {
  const limiter = memoryLimiter();
  limiterSuite(() => limiter);
});
