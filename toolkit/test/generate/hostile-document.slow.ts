import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript-6";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { withDefaults } from "../../cli/config/config-schema.ts";
import { emitMsw } from "../../cli/generate/client/msw.ts";
import { referenceOf } from "../../cli/generate/docs/reference-document.ts";
import { buildPage } from "../../cli/generate/docs/reference-page.ts";
import { emitFiles } from "../../cli/generate/emit-files.ts";
import { handlerNames } from "../../cli/generate/handlers/names.ts";
import { emitHandlers, emitStub, stubImports } from "../../cli/generate/handlers/stubs.ts";
import { emitSupport } from "../../cli/generate/handlers/support-files.ts";
import { emitWebhookPages } from "../../cli/generate/handlers/webhook-stubs.ts";
import { emitLeftOutOverlay } from "../../cli/new/left-out-overlay.ts";
import { renderTemplate } from "../../cli/new/render-template.ts";
import { readSpec } from "../../server/document/source/read-spec.ts";
import { writtenFiles } from "../helpers/written-files.ts";

/** Texts that end a comment, a string, a template or a line of code, and then call a function. */
const attacks = {
  comment: "*/ INJECTED(); /*",
  "comment in a type": "*/ }; INJECTED(); type X = { /*",
  "double quotes": '"; INJECTED(); "',
  "single quotes": "'; INJECTED(); '",
  "escaped quotes": `\\"; INJECTED(); \\'; INJECTED(); //`,
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of an attack
  template: "${INJECTED()}`; INJECTED(); `",
  line: "\nINJECTED();\n//",
  "other lines": "\rINJECTED();\u2028INJECTED();\u2029INJECTED();",
  braces: "}]); INJECTED(); ([{",
  "regular expression": "/; INJECTED(); /",
  markup: "</script><script>INJECTED()</script><!-- -->",
};

const json = (schema: unknown, more: object = {}) => ({ "application/json": { schema, ...more } });

/** A document with a text at one point, or at all. */
function documentWith(at: (point: string) => string) {
  const text = (point: string) => at(point);
  const name = (point: string) => at(point) || point.replaceAll(/\W/g, "");
  const kite = {
    type: "object",
    title: text("title of a schema"),
    description: text("description of a schema"),
    $comment: text("comment of a schema"),
    required: [name("required property")],
    properties: {
      [name("required property")]: { type: "string", description: text("description of a property") },
      [name("property")]: {
        type: "string",
        default: text("default"),
        examples: [text("example in a schema")],
      },
      kind: { enum: [text("enum"), "other"], "x-enum-varnames": [text("x-enum-varnames"), "Other"] },
      fixed: { const: text("const") },
      shaped: { type: "string", format: text("format") || "date" },
      matched: { type: "string", pattern: text("pattern") },
      old: { type: "string", deprecated: true, description: text("description of a deprecated property") },
    },
    patternProperties: { [name("pattern of a property")]: { type: "string" } },
    dependentRequired: { kind: [name("dependent property")] },
  };
  const parameter = (point: string, place: string) => ({
    name: name(`name of a ${place} parameter`),
    in: place,
    required: place === "path",
    description: text(`description of a ${place} parameter`),
    schema: { type: "string", default: text(`default of a ${place} parameter`), example: text(point) },
  });
  return {
    openapi: "3.1.0",
    info: {
      title: text("title"),
      version: text("version"),
      summary: text("summary"),
      description: text("description"),
      termsOfService: text("terms"),
      contact: { name: text("contact"), url: text("url of a contact"), email: text("email") },
      license: { name: text("license"), url: text("url of a license") },
      "x-logo": { url: text("logo"), altText: text("text of a logo") },
    },
    servers: [
      {
        url: `https://kites.example/${text("server")}{version}`,
        description: text("description of a server"),
        variables: { version: { default: text("variable"), description: text("description of a variable") } },
      },
    ],
    tags: [
      {
        name: name("tag"),
        description: text("description of a tag"),
        externalDocs: { url: text("external docs"), description: text("text of external docs") },
      },
    ],
    security: [{ [name("security scheme")]: [text("scope")] }],
    paths: {
      [`/kites${text("path") && `/${text("path")}`}/{${name("name of a path parameter")}}`]: {
        summary: text("summary of a path"),
        description: text("description of a path"),
        get: {
          operationId: name("operationId"),
          tags: [name("tag")],
          summary: text("summary of an operation"),
          description: text("description of an operation"),
          deprecated: true,
          "x-codeSamples": [{ lang: text("sample language"), label: "curl", source: text("sample") }],
          "x-mcp": { name: text("tool"), description: text("description of a tool") },
          parameters: [
            parameter("example of a path parameter", "path"),
            parameter("example of a query parameter", "query"),
            parameter("example of a header parameter", "header"),
            parameter("example of a cookie parameter", "cookie"),
          ],
          responses: {
            200: {
              description: text("description of a response"),
              headers: {
                [name("header")]: { description: text("header's text"), schema: { type: "string" } },
              },
              content: json(
                { $ref: "#/components/schemas/Kite" },
                {
                  examples: {
                    [name("name of an example")]: { summary: text("summary of an example"), value: {} },
                  },
                },
              ),
              links: {
                [name("link")]: { operationId: name("operationId"), description: text("link's text") },
              },
            },
            "4XX": {
              description: "",
              content: { [`text/plain${text("media type") && `;${text("media type")}`}`]: { schema: {} } },
            },
          },
        },
      },
      "/flown": {
        post: {
          operationId: "fly",
          requestBody: {
            description: text("description of a body"),
            content: json({ oneOf: [{ $ref: "#/components/schemas/Kite" }, { type: "null" }] }),
          },
          callbacks: {
            [name("callback")]: {
              [`{$request.body#/${text("expression")}}`]: {
                post: { requestBody: { content: json({}) }, responses: { 200: { description: "" } } },
              },
            },
          },
          responses: { 204: { description: "" } },
        },
      },
    },
    webhooks: {
      [name("webhook")]: {
        post: {
          operationId: `${name("operationId")}Flew`,
          summary: text("summary of a webhook"),
          requestBody: { content: json({ $ref: "#/components/schemas/Kite" }) },
          responses: { 200: { description: "" } },
        },
      },
    },
    components: {
      schemas: { Kite: kite, [name("name of a schema")]: { type: "string" } },
      securitySchemes: {
        [name("security scheme")]: {
          type: "apiKey",
          in: "header",
          name: text("name of a key") || "X-Key",
          description: text("description of a scheme"),
        },
      },
    },
  };
}

const points: string[] = [];
documentWith((point) => {
  if (!points.includes(point)) points.push(point);
  return "";
});

/** All code that commands write for a document, by the file's name. */
async function codeOf(document: object): Promise<Record<string, string>> {
  const file = path.join(writtenFiles({ "openapi.json": document }), "openapi.json");
  const spec = readSpec(file);
  const made = emitFiles(spec);
  const imports = stubImports(withDefaults({}, true));
  const names = handlerNames(made.document);
  const stubs = [...names].map(
    ([id, name]) => [`operations/${name}.ts`, emitStub(id, name, imports, [])] as const,
  );
  const title = String(spec.raw.info?.title);
  const project = await renderTemplate({ name: "kites", title, spec: "spec/openapi.json", vendor: true });
  const overlay = emitLeftOutOverlay(made.leftOut, spec.writtenPath);
  if (overlay !== undefined)
    expect(parse(overlay).actions).toHaveLength(
      made.leftOut.filter(({ note }) => note.severity === "error").length,
    );
  const { "package.json": manifest = "" } = project;
  expect(Object.keys(JSON.parse(manifest))).not.toContain("INJECTED");
  const all = {
    ...made.files,
    ...project,
    ...Object.fromEntries(stubs),
    ...emitSupport(made.document, imports),
    "handlers.ts": emitHandlers(made.document, imports),
    "webhooks-stub.ts": emitWebhookPages(made.document, imports.generated),
    "msw.ts": emitMsw(made.document),
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => name.endsWith(".ts")));
}

/** What TypeScript finds wrong with code: what it can't parse, and the attack's code. */
function faultsIn(name: string, code: string): string[] {
  const { diagnostics = [] } = ts.transpileModule(code, { reportDiagnostics: true });
  const faults = diagnostics.map(({ messageText }) => `${name}: ${JSON.stringify(messageText)}`);
  const visit = (node: ts.Node): void => {
    // In a type, the attack's call is a method. An operationId may become a handler of this name.
    const called = ts.isCallExpression(node) ? node.expression : ts.isMethodSignature(node) && node.name;
    if (called && called.getText(source) === "INJECTED") faults.push(`${name}: the attack's code`);
    ts.forEachChild(node, visit);
  };
  const source = ts.createSourceFile(name, code, ts.ScriptTarget.Latest);
  visit(source);
  return faults;
}

describe.each(Object.entries(attacks))("code generated from texts that end a %s", (_, attack) => {
  test.each([...points, "every point"])("contains none of theirs: %s", async (point) => {
    const code = await codeOf(
      documentWith((one) => (point === "every point" || one === point ? attack : "")),
    );
    expect(Object.entries(code).flatMap(([name, text]) => faultsIn(name, text))).toEqual([]);
  });
});

test("the reference page has no script of a document's texts", async () => {
  const pageOf = async (text: string) => {
    const folder = writtenFiles({ "openapi.json": documentWith(() => text) });
    const { document } = emitFiles(readSpec(path.join(folder, "openapi.json")));
    const out = path.join(folder, "index.html");
    const reference = referenceOf(document, { guides: [], clientPackage: "kites" });
    await buildPage(reference.page, out);
    return readFileSync(out, "utf8");
  };
  const attacks = ["", "<script>INJECTED()</script>", "</script><script>INJECTED()</script>", "<!--<script>"];
  const pages = await Promise.all(attacks.map(pageOf));
  const policies = pages.map((page) => /script-src ([^;]*);/.exec(page)?.[1]?.split(" ").length);
  expect(policies).toEqual(attacks.map(() => policies[0]));
});
