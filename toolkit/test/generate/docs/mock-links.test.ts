import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { withMockLinks } from "../../../cli/generate/docs/mock-links.ts";
import { readDocument } from "../../../server/document/read-document.ts";

const operation = (operationId: string, tags?: string[]) => ({ operationId, tags, responses: {} });
const document = readDocument({
  openapi: "3.1.0",
  info: { title: "Lamps", version: "1.0.0" },
  paths: {
    "/lamps": { get: operation("listLamps", ["Big Lamps"]), post: operation("addLamp", ["Big Lamps"]) },
    "/fuses": { get: operation("listFuses") },
  },
});
const page = `<html><head><meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-abc'; img-src data:"></head><body><p>1</p></body></html>`;
const mock = "http://127.0.0.1:4010/_mock/call?operation=";

/** The script that was added, if its hash is in the page's policy. */
function addedScript(html: string): string {
  const [, script = ""] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? [];
  const hash = createHash("sha256").update(script).digest("base64");
  expect(html).toContain(`script-src 'sha256-${hash}' 'sha256-abc';`);
  return script;
}

test("the page gets a script with the links of the operations that the mock has, and the policy allows it", () => {
  const html = withMockLinks(page, document, { listLamps: `${mock}listLamps`, other: `${mock}other` });
  const script = addedScript(html);
  expect(script).toContain(`[[["big-lamps/listlamps",`);
  expect(script).toContain(`],"${mock}listLamps"]];`);
  expect(html).toContain("<p>1</p>");
});

test("sections of operations without a tag or an operationId are found, as Redoc names them", () => {
  const html = withMockLinks(page, document, { listFuses: `${mock}listFuses` });
  expect(addedScript(html)).toContain('[["other/listfuses","paths/~1fuses/get","other/paths/~1fuses/get"],');
});

test("an address can't end the script", () => {
  const html = withMockLinks(page, document, { listLamps: "</script><script>alert(1)</script>" });
  expect(addedScript(html)).toContain("\\u003c/script>");
});

test.each([
  ["a mock without its operations", page, { other: mock }],
  ["a page without the policy", "<body></body>", { listLamps: mock }],
])("%s leaves the page as it is", (_, html, links) => {
  expect(withMockLinks(html, document, links)).toBe(html);
});
