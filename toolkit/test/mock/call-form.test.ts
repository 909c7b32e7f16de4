import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Mock, startMock } from "../../testing/mock/start-mock.ts";
import { writtenFiles } from "../helpers/written-files.ts";

const json = (schema: object, more: object = {}) => ({ "application/json": { schema, ...more } });
const failure = { description: "No.", content: json({ type: "object" }, { example: { error: "Nope." } }) };
const integer = { type: "integer", minimum: 1, maximum: 9 };

const lamps = {
  openapi: "3.1.0",
  info: { title: "Lamps", version: "1.0.0" },
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
  paths: {
    "/rooms/{room}/lamps": {
      post: {
        operationId: "addLamp",
        parameters: [
          { name: "room", in: "path", required: true, schema: { type: "string" }, example: "wash <room>" },
          { name: "floor", in: "query", required: true, schema: integer, example: 2 },
          {
            name: "tags",
            in: "query",
            schema: { type: "array", items: { type: "string" } },
            example: ["a", "b"],
          },
          { name: "X-Fade", in: "header", schema: integer, example: 3 },
        ],
        requestBody: {
          required: true,
          content: json(
            { type: "object", properties: { watts: integer }, required: ["watts"] },
            { example: { watts: 4 } },
          ),
        },
        responses: {
          "201": { description: "Added.", content: json({ type: "object" }, { example: { id: "l1" } }) },
          "400": failure,
          "401": failure,
          "409": {
            description: "No.",
            content: json(
              { type: "object" },
              { examples: { TAKEN: { value: { code: "TAKEN" } }, FULL: { value: { code: "FULL" } } } },
            ),
          },
        },
      },
    },
    "/albums": {
      post: {
        operationId: "addAlbum",
        security: [],
        requestBody: {
          required: true,
          content: {
            "multipart/form-data": {
              schema: {
                type: "object",
                required: ["title", "cover"],
                properties: {
                  title: { type: "string", maxLength: 9, example: "Rooms" },
                  cover: { type: "string", format: "binary" },
                  pages: { type: "array", items: { type: "string", format: "binary" } },
                  note: { type: "string" },
                },
              },
              encoding: { cover: { contentType: "image/png, image/jpeg" } },
            },
          },
        },
        responses: { "201": { description: "Added." }, "400": failure },
      },
    },
    "/portrait": {
      put: {
        operationId: "setPortrait",
        security: [],
        requestBody: { content: { "image/*": {} } },
        responses: { "204": { description: "Set." }, "400": failure },
      },
    },
    "/notes": {
      post: {
        operationId: "addNote",
        security: [],
        requestBody: {
          content: {
            "text/plain": { schema: { type: "string", maxLength: 5 }, example: "a\nb" },
            "application/xml": {},
            ...json({ type: "string" }, { example: "c" }),
          },
        },
        responses: { "204": { description: "Added." }, "400": failure },
      },
    },
  },
};

const folder = writtenFiles({ "lamps.json": lamps });
const lines: string[] = [];

let mock: Mock;
beforeAll(async () => {
  const onAnswer = (line: string) => void lines.push(line);
  mock = await startMock({ document: path.join(folder, "lamps.json"), port: 0, onAnswer });
});
afterAll(() => mock.close());

const address = (operation: string, more = "") => `${mock.url}/_mock/call?operation=${operation}${more}`;

/** The form's fields as a browser sends them, with these changes; undefined unchecks a box. */
async function sent(from: string, changes: Record<string, string | File | undefined> = {}) {
  const page = await (await fetch(from)).text();
  const fields = new FormData();
  for (const [tag, id = ""] of page.matchAll(/<input [^>]*name="([^"]*)"[^>]*>/g)) {
    const isChoice = /type="(checkbox|radio)"/.test(tag);
    if (isChoice && !tag.includes(" checked")) continue;
    if (tag.includes('type="file"')) {
      fields.set(id, new File([], ""));
      continue;
    }
    const [, value] = /value="([^"]*)"/.exec(tag) ?? [];
    fields.set(id, unescaped(value ?? (isChoice ? "on" : "")));
  }
  const [, body] = /<textarea [^>]*>\n([^<]*)<\/textarea>/.exec(page) ?? [];
  if (body !== undefined) fields.set("body", unescaped(body).replaceAll("\n", "\r\n"));
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) fields.delete(name);
    else fields.set(name, value);
  }
  const [, action = ""] = /<form [^>]*action="([^"#]*)#answer"/.exec(page) ?? [];
  lines.length = 0;
  const response = await fetch(mock.url + unescaped(action), { method: "POST", body: fields });
  return { response, page: await response.text(), request: lines.find((line) => !line.includes("_mock")) };
}

function unescaped(text: string): string {
  const signs: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };
  return text.replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => signs[name] ?? "");
}

describe("the form of an operation", () => {
  test("has a labelled field for each parameter, with its example, and a body", async () => {
    const page = await (await fetch(address("addLamp"))).text();
    for (const [index, name, value] of [
      [0, "room", "wash &lt;room&gt;"],
      [1, "floor", "2"],
      [2, "tags", "a,b"],
      [3, "X-Fade", "3"],
    ] as const) {
      expect(page).toContain(`<label for="value-${index}">${name} <small>`);
      expect(page).toContain(`<input id="value-${index}" name="value-${index}" value="${value}"`);
    }
    expect(page).toContain('<label for="body">Body <small>application/json</small></label>');
    expect(page).toContain("{\n  &quot;watts&quot;: 4\n}</textarea>");
    expect(page).toContain('<span class="status s2">201 Created</span>');
  });

  test("needs no script, and allows none but the mock's own file", async () => {
    const response = await fetch(address("addLamp"));
    const page = await response.text();
    expect(response.headers.get("Content-Security-Policy")).toContain("script-src 'self'; ");
    expect(page.match(/<script[^>]*>/g)).toEqual(['<script src="/_mock/page.js" defer>']);
    expect(page).not.toMatch(/ on[a-z]+="/);
  });

  test("keeps nothing in the browser", async () => {
    const { response, page } = await sent(address("addLamp"));
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(page).toContain('autocomplete="off"');
    expect(await (await fetch(`${mock.url}/_mock/page.js`)).text()).not.toMatch(/storage|cookie|indexedDB/i);
  });

  test("404 for an operation that doesn't exist", async () => {
    expect((await fetch(address("nothing"), { method: "POST", body: new FormData() })).status).toBe(404);
  });
});

describe("sending the form", () => {
  test("unchanged, it sends the required parts", async () => {
    const { page, request } = await sent(address("addLamp"));
    expect(request).toBe("POST /rooms/wash%20%3Croom%3E/lamps?floor=2 → 201");
    expect(page).toContain("&quot;id&quot;: &quot;l1&quot;");
  });

  test("ticked and changed parameters are sent in their styles", async () => {
    const { request } = await sent(address("addLamp"), { "sent-2": "on", "value-0": "a/b", "value-3": "5" });
    expect(request).toBe("POST /rooms/a%2Fb/lamps?floor=2&tags=a&tags=b → 201");
  });

  test("the page keeps what was typed", async () => {
    const { page } = await sent(address("addLamp"), { "value-0": '"x"', body: "{}", answer: "409 FULL" });
    expect(page).toContain('value="&quot;x&quot;"');
    expect(page).toContain("{}</textarea>");
    expect(page).toContain('value="409 FULL" checked>');
  });

  test("an invalid value is refused, and the page says why", async () => {
    const { page } = await sent(address("addLamp"), { "value-1": "20" });
    expect(page).toContain('<span class="status s4">400 Bad Request</span>');
    expect(page).toContain("&quot;error&quot;: &quot;Nope.&quot;");
    const [, reason] = /<p class="refusal">(.*)<\/p>/.exec(page) ?? [];
    expect(reason).toContain("query.floor must be &lt;= 9");
  });

  test.each([
    [{ "sent-1": undefined }, 400, "floor"],
    [{ body: "" }, 400, "body"],
    [{ body: "{" }, 400, "JSON"],
    [{ body: '{"watts": 10}' }, 400, "body.watts must be &lt;= 9"],
    [{ credential: undefined }, 401, "X-Key"],
  ])("%j is refused with %d", async (changes, status, word) => {
    const { page } = await sent(address("addLamp"), changes);
    expect(page).toContain(`<span class="status s4">${status} `);
    expect(page).toMatch(new RegExp(`<p class="refusal">.*${word}`));
  });

  test("the chosen answer is requested", async () => {
    const { page, request } = await sent(address("addLamp"), { answer: "409 FULL" });
    expect(request).toContain("floor=2&__code=409&__example=FULL → 409");
    expect(page).toContain("&quot;code&quot;: &quot;FULL&quot;");
    expect(page).not.toContain('class="refusal"');
  });

  test("an unknown answer is ignored", async () => {
    const { request } = await sent(address("addLamp"), { answer: "500 HAHA" });
    expect(request).toContain("→ 201");
  });

  test("a value that no header can carry is not sent", async () => {
    const { page } = await sent(address("addLamp"), { "value-3": "ř" });
    expect(page).toContain("This request can’t be sent from here");
  });

  test("another media type of the body can be chosen", async () => {
    const first = await sent(address("addNote"));
    expect(first.page).toContain("-H &#39;Content-Type: application/json&#39;");
    const text = await sent(address("addNote", "&type=text%2Fplain"));
    expect(text.page).toContain("-H &#39;Content-Type: text/plain&#39;");
    expect(text.page).toContain("a\nb</textarea>");
    expect(text.page).toContain('<span class="status s2">204 No Content</span>');
    const unknown = await sent(address("addNote", "&type=toString"));
    expect(unknown.page).toContain("Content-Type: application/json");
  });
});

describe("the form of an upload", () => {
  const photo = new File(["\u00ff\0jpeg"], 'my "photo".jpg', { type: "image/jpeg" });

  test("has a file picker for each file, and a field for each text", async () => {
    const page = await (await fetch(address("addAlbum"))).text();
    expect(page).toContain('enctype="multipart/form-data"');
    expect(page).toContain('<input id="part-0" name="part-0" value="Rooms"');
    expect(page).toContain('<input type="file" id="part-1" name="part-1">');
    expect(page).toContain('<input type="file" id="part-2" name="part-2" multiple>');
    expect(page).toContain('<input id="part-3" name="part-3" value=""');
    expect(page.match(/part-sent-\d" [^>]*checked/g)).toHaveLength(2);
    expect(page).not.toContain("Content-Disposition");
    expect(page).not.toContain("<textarea");
  });

  test("sends a sample if no file is chosen", async () => {
    const { page, request } = await sent(address("addAlbum"));
    expect(request).toBe("POST /albums → 201");
    expect(page).toContain("-F &#39;cover=@cover.png;type=image/png&#39;");
  });

  test("sends the file that was chosen, and the command names it", async () => {
    const { page, request } = await sent(address("addAlbum"), { "part-1": photo, "part-3": "Ünfold" });
    expect(request).toBe("POST /albums → 201");
    expect(page).toContain("photo");
    expect(page).toContain("-F &#39;note=Ünfold&#39;");
    expect(page).toContain('value="Ünfold"');
  });

  test.each([
    [{ "part-sent-1": undefined }, "cover"],
    [{ "part-0": "0123456789" }, "body.title must NOT have more than 9 characters"],
    [{ "part-1": new File(["a"], "a.txt", { type: "text/plain" }) }, "body.cover must be sent as image/png"],
  ])("%j is refused", async (changes, reason) => {
    const { page } = await sent(address("addAlbum"), changes);
    expect(page).toContain('<span class="status s4">400 ');
    expect(page).toMatch(new RegExp(`<p class="refusal">.*${reason}`));
  });

  test("sends a file as the whole body, in its own type where that is documented", async () => {
    const without = await sent(address("setPortrait"), { "part-sent-0": undefined });
    expect(without.page).not.toContain("--data-binary");
    const first = await sent(address("setPortrait"));
    expect(first.page).toContain("-H &#39;Content-Type: image/png&#39;");
    expect(first.page).toContain("--data-binary &#39;@file.png&#39;");
    const chosen = await sent(address("setPortrait"), { "part-0": photo });
    expect(chosen.request).toBe("PUT /portrait → 204");
    expect(chosen.page).toContain("-H &#39;Content-Type: image/jpeg&#39;");
  });

  test("400 for a body that isn't a form", async () => {
    const response = await fetch(address("addAlbum"), { method: "POST", body: "title=a" });
    expect(response.status).toBe(400);
  });
});

test("only requests that ask for it get the reason in a header", async () => {
  const ask = (headers: Record<string, string>) =>
    fetch(`${mock.url}/notes`, {
      method: "POST",
      body: "abcdefgh",
      headers: { "Content-Type": "text/plain", ...headers },
    });
  expect((await ask({})).headers.get("X-Mock-Explain")).toBeNull();
  const reason = (await ask({ "X-Mock-Explain": "true" })).headers.get("X-Mock-Explain") ?? "";
  expect(decodeURIComponent(reason)).toContain("must NOT have more than 5 characters");
});
