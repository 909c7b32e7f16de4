import { expect, test } from "vitest";
import { llmsText } from "../../../cli/generate/docs/llms-text.ts";
import { splitSections } from "../../../cli/generate/docs/page-sections.ts";
import { readDocument } from "../../../server/document/read-document.ts";

const responses = { "200": { description: "Done." } };

test("title, summary, and links to the document, sections, operations and webhooks", () => {
  const document = readDocument({
    openapi: "3.1.0",
    info: { title: "Pets", version: "1.2.0" },
    paths: {
      "/pets": { get: { operationId: "listPets", tags: ["Our pets"], summary: "List the pets", responses } },
      "/health": { get: { operationId: "health", responses } },
    },
    webhooks: {
      "pet.new": { post: { operationId: "petIsNew", summary: "A pet is new", responses } },
      "pet.gone": { post: { tags: ["Events"], responses } },
    },
  });
  const description = "Knows all pets. It feeds them.\n\n# Getting started\n\n```sh\n# not a section\n```\n";
  expect(llmsText(document, splitSections(description))).toBe(`# Pets

> Knows all pets.

Knows all pets. It feeds them.

## Document

- [OpenAPI document, JSON](openapi.json): version 1.2.0, complete: schemas, examples, errors
- [OpenAPI document, YAML](openapi.yaml): the same

## Guides

- [Getting started](docs#/section-getting-started)

## Operations

- [GET /pets](docs#/our-pets/listpets): List the pets
- [GET /health](docs)

## Webhooks

- [pet.new](docs#/webhooks/petisnew): A pet is new
- [pet.gone](docs#/events)
`);
});

test("the document's summary if it has one", () => {
  const info = { title: "Pets", version: "1", summary: "All\npets." };
  const text = llmsText(readDocument({ openapi: "3.1.0", info, paths: {} }), splitSections(""));
  expect(text.split("\n## ")[0]).toBe("# Pets\n\n> All pets.\n");
});
