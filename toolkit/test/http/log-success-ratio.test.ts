import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { sendText } from "../../server/http/response/send-text.ts";
import { notesDocument } from "../helpers/notes-document.ts";
import { startApp } from "../helpers/small-app.ts";

afterEach(() => void vi.restoreAllMocks());

const statuses = [200, 304, 400, 404, 429, 500];

/** The statuses that are logged after a request for each. */
async function loggedWith(logSuccessRatio?: number): Promise<number[]> {
  const app = await startApp({
    raw: notesDocument(),
    ...(logSuccessRatio !== undefined && { logSuccessRatio }),
    pages: statuses.map((status) => ({
      method: "GET",
      path: `/${status}`,
      handler: (_req, res) => sendText(res, "text/plain", "", status),
    })),
  });
  onTestFinished(app.close);
  for (const status of statuses) await fetch(`${app.url}/${status}`);
  await expect.poll(() => app.logLines.some((line) => line.includes('"status":500'))).toBe(true);
  return app.logLines
    .map((line) => JSON.parse(line))
    .flatMap(({ msg, status }) => (msg === "request" ? status : []));
}

test("every request is logged without a ratio", async () => {
  expect(await loggedWith()).toEqual(statuses);
  expect(await loggedWith(1)).toEqual(statuses);
});

test("with 0, only errors are logged", async () => {
  expect(await loggedWith(0)).toEqual([400, 404, 429, 500]);
});

test("in between, chance decides on successful requests, and errors are always logged", async () => {
  const random = vi.spyOn(Math, "random").mockReturnValue(0.25);
  expect(await loggedWith(0.3)).toEqual(statuses);
  random.mockReturnValue(0.35);
  expect(await loggedWith(0.3)).toEqual([400, 404, 429, 500]);
});
