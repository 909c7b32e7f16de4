import { parentPort, workerData } from "node:worker_threads";
import { createTypeCheck } from "./create-type-check.ts";
import type { CheckRequest, CheckResult, ThreadData } from "./start-type-check.ts";

const { configFile, current } = workerData as ThreadData;
const numbers = new Int32Array(current);
const check = createTypeCheck(configFile);

parentPort?.on("message", ({ number }: CheckRequest) => {
  const isCancelled = () => Atomics.load(numbers, 0) !== number;
  parentPort?.postMessage({ errors: check(isCancelled) } satisfies CheckResult);
});
