import { expect, it } from "vitest";
import { oneAtATime } from "../../../server/database/concurrency/one-at-a-time.ts";

it("starts a job when the one before has ended", async () => {
  const jobs = oneAtATime();
  const first = Promise.withResolvers<string>();
  const log: string[] = [];
  const firstResult = jobs.run(() => {
    log.push("first");
    return first.promise;
  });
  const secondResult = jobs.run(async () => log.push("second"));
  await Promise.resolve();
  expect(log).toEqual(["first"]);
  first.resolve("done");
  expect(await firstResult).toBe("done");
  expect(await secondResult).toBe(2);
});

it("runs the next job after a failed one, whose caller gets the error", async () => {
  const jobs = oneAtATime();
  const failed = jobs.run(() => Promise.reject(new Error("broken")));
  const next = jobs.run(async () => "next");
  await expect(failed).rejects.toThrow("broken");
  expect(await next).toBe("next");
});

it("reports the end of all jobs, also of a failed one", async () => {
  const jobs = oneAtATime();
  const log: string[] = [];
  jobs.run(async () => log.push("first")).catch(() => {});
  jobs.run(() => Promise.reject(new Error("broken"))).catch(() => log.push("failed"));
  await jobs.ended();
  expect(log).toEqual(["first", "failed"]);
});
