import { describe, expect, test } from "vitest";
import { readDocument } from "../../server/document/read-document.ts";
import { coveragePage } from "../../testing/coverage/report/coverage-page.ts";
import { coverageReport } from "../../testing/coverage/report/coverage-report.ts";
import { coverageTable } from "../../testing/coverage/report/coverage-table.ts";
import { countCoverage, noTraffic } from "../../testing/coverage/traffic.ts";
import { webhookChecker } from "../../testing/service/webhook-checker.ts";

const id = { name: "webhook-id", in: "header", required: true, schema: { type: "string" } };
const pet = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
const requestBody = { required: true, content: { "application/json": { schema: pet } } };
const responses = { "204": { description: "Received." } };
const outgoing = { post: { parameters: [id], requestBody, responses } };

const document = readDocument({
  openapi: "3.1.0",
  info: { title: "Kennel", version: "1.0.0" },
  paths: {},
  webhooks: { "pet.new": outgoing, "pet.gone": outgoing },
});
const check = webhookChecker(document);

function message(body: object, headers: Record<string, string> = { "webhook-id": "evt_1" }): Request {
  return new Request("http://receiver/hook", {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

const reportOf = (traffic = noTraffic()) =>
  coverageReport(document, { traffic, waivers: [], today: "2026-06-01" });

describe("a sent webhook", () => {
  test("counts for the coverage, and every other one is then missing", async () => {
    const traffic = noTraffic();
    countCoverage(await check("pet.new", message({ name: "Rex" })), traffic);
    const report = reportOf(traffic);
    expect(report.missing).toEqual(["webhook pet.gone sent"]);
    expect(coverageTable(report)).toContain("Not covered in webhook pet.gone:\n  webhook pet.gone sent");
    expect(coveragePage(report)).toContain('id="webhook pet.new"');
    countCoverage(await check("pet.gone", message({ name: "Rex" })), traffic);
    expect(reportOf(traffic)).toMatchObject({ missing: [], passed: true });
  });

  test("is refused if it isn't as documented", async () => {
    await expect(check("pet.new", message({ name: 1 }))).rejects.toThrow(
      /^pet\.new isn't as the document has it\..*name/,
    );
    await expect(check("pet.new", message({ name: "Rex" }, {}))).rejects.toThrow("webhook-id");
    await expect(check("pet.old", message({}))).rejects.toThrow("The document has no webhook pet.old.");
  });
});

test("a suite that receives no webhooks has none to cover", () => {
  expect(reportOf()).toMatchObject({ missing: [], passed: true, total: { seen: 0, total: 0 } });
});
