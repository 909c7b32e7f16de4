import { expect, test } from "vitest";
import { callTable } from "../../../cli/generate/client/client-calls.ts";
import type { MediaType } from "../../../client/call-result.ts";
import { createTypedClient } from "../../../client/create-typed-client.ts";
import { readDocument } from "../../../server/document/read-document.ts";
import { clientTraits } from "../../helpers/client-traits.ts";

function listWith(link: object) {
  return readDocument({
    openapi: "3.1.0",
    info: { title: "Pets", version: "1" },
    paths: {
      "/pets": {
        get: {
          operationId: "listPets",
          parameters: [
            { name: "after", in: "query", schema: { type: "string" } },
            { name: "x-after", in: "header", schema: { type: "string" } },
            { name: "limit", in: "query", schema: { type: "integer" } },
          ],
          responses: {
            "200": {
              description: "Pets.",
              content: { "application/json": { schema: { type: "object" } } },
              links: { next: link },
            },
          },
        },
      },
      "/owners": { get: { operationId: "listOwners", responses: { "200": { description: "Owners." } } } },
    },
  });
}

/** What is sent when all pages are read. The first answer has the body and headers, the second nothing. */
async function sentFor(link: object, body: object, headers: Record<string, string> = {}): Promise<string[]> {
  const sent: string[] = [];
  // biome-ignore lint/suspicious/noExplicitAny: another test checks the types.
  const client = createTypedClient<any, never, MediaType, false, "/pets">(
    {
      baseUrl: "http://pets.test",
      fetch: async (request: Request) => {
        const { pathname, search } = new URL(request.url);
        sent.push([pathname + search, request.headers.get("x-after")].filter(Boolean).join(" "));
        return Response.json(sent.length === 1 ? body : {}, sent.length === 1 ? { headers } : {});
      },
    },
    clientTraits(callTable(listWith(link))),
  );
  const init = { params: { query: { limit: 2 } } };
  for await (const _ of client.pages("/pets" as never, init as never)) if (sent.length > 5) break;
  return sent;
}

const first = "/pets?limit=2";
const own = { operationId: "listPets" };

test.each<[string, object, object, Record<string, string>, string[]]>([
  [
    "a cursor in the body",
    { ...own, parameters: { after: "$response.body#/page/next~1id" } },
    { page: { "next/id": "b" } },
    {},
    [first, "/pets?limit=2&after=b"],
  ],
  [
    "a cursor in a header, for a header",
    { operationRef: "#/paths/~1pets/get", parameters: { "header.x-after": "$response.header.X-Next" } },
    {},
    { "X-Next": "c" },
    [first, `${first} c`],
  ],
  [
    "a URL in the body",
    { ...own, "x-target": "$response.body#/next" },
    { next: "/pets?page=2" },
    {},
    [first, "/pets?page=2"],
  ],
  [
    "the last page without a cursor",
    { ...own, parameters: { after: "$response.body#/next" } },
    {},
    {},
    [first],
  ],
  [
    "the last page with null",
    { ...own, parameters: { after: "$response.body#/next" } },
    { next: null },
    {},
    [first],
  ],
  [
    "a link to another operation",
    { operationId: "listOwners", parameters: { after: "$response.body#/next" } },
    { next: "b" },
    {},
    [first],
  ],
  [
    "the call's own parameters, which stay",
    { ...own, parameters: { "query.after": "$response.body#/next", limit: "$request.query.limit" } },
    { next: "b" },
    {},
    [first, "/pets?limit=2&after=b"],
  ],
  [
    "the header Link, which comes first",
    { ...own, parameters: { after: "$response.body#/next" } },
    { next: "b" },
    { Link: '</pets?cursor=z>; rel="next"' },
    [first, "/pets?cursor=z"],
  ],
])("pages are followed by %s", async (_, link, body, headers, sent) => {
  expect(await sentFor(link, body, headers)).toEqual(sent);
});

test("a page of another origin is refused", async () => {
  const link = { ...own, "x-target": "$response.body#/next" };
  await expect(sentFor(link, { next: "https://evil.test/pets" })).rejects.toThrow(
    "The next page has another origin, https://evil.test.",
  );
});
