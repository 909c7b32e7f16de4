import { describe, expect, test } from "vitest";
import { type RawDocument, readDocument } from "../../document/document.ts";
import { loadDocument } from "../../document/load-document.ts";
import { checkDocument } from "../../validation/check-document.ts";
import { notesDocument } from "../helpers/notes-document.ts";
import { startApp, tokenAuthenticator } from "../helpers/small-app.ts";

/** What the start says about a document, after something was broken in it. */
function faultsAfter(...breaks: ((raw: RawDocument) => void)[]): string {
  const raw = notesDocument();
  for (const breakIt of breaks) breakIt(raw);
  try {
    checkDocument(readDocument(raw));
    return "no fault";
  } catch (error) {
    return (error as Error).message;
  }
}

const boatyard = new URL("../mock/fixtures/boatyard.json", import.meta.url);

test("documents without a fault", async () => {
  const document = await loadDocument(boatyard);
  expect(() => checkDocument(document)).not.toThrow();
  expect(faultsAfter()).toBe("no fault");
});

const badRef = (raw: RawDocument) => {
  raw.components.schemas.Note.properties.author = { $ref: "#/components/schemas/Nobody" };
};
const badPattern = (raw: RawDocument) => {
  raw.components.schemas.Note.properties.text.pattern = "([a-z";
};
const badScope = (raw: RawDocument) => {
  raw.paths["/notes"].post["x-rate-limit-scope"] = "dreaming";
};
const badDate = (raw: RawDocument) => {
  raw.paths["/notes/{note-id}"].get["x-sunset"] = "next summer";
};
const badStructure = (raw: RawDocument) => {
  delete raw.paths["/notes"].get.responses["200"].description;
};
const badType = (raw: RawDocument) => {
  raw.components.schemas.Note.properties.text.type = "words";
};
const badInlineSchema = (raw: RawDocument) => {
  raw.paths["/notes"].get.parameters[0].schema.minimum = "one";
};
const otherFile = (raw: RawDocument) => {
  raw.components.schemas.Note.properties.author = { $ref: "./author.yaml" };
};
const circle = (raw: RawDocument) => {
  raw.components.schemas.One = { $ref: "#/components/schemas/Other" };
  raw.components.schemas.Other = { $ref: "#/components/schemas/One" };
  raw.components.schemas.Note.properties.author = { $ref: "#/components/schemas/One" };
};

describe("the start ends and names", () => {
  test.each<[string, (raw: RawDocument) => void, RegExp]>([
    ["a reference that leads nowhere", badRef, /author.*#\/components\/schemas\/Nobody leads nowhere/],
    ["a pattern that is no regular expression", badPattern, /text\/pattern.*regular expression/],
    ["a rate-limit scope that isn't defined", badScope, /writeNote.*dreaming/],
    ["a date that is none", badDate, /readNote: next summer is not a date/],
    ["what OpenAPI doesn't allow", badStructure, /~1notes\/get\/responses\/200.*'description'/],
    [
      "a type that there isn't",
      badType,
      /#\/components\/schemas\/Note\/properties\/text\/type: type must be JSONType.*words/,
    ],
    [
      "a schema of an operation that can't be compiled",
      badInlineSchema,
      /#\/paths\/~1notes\/get\/parameters\/0\/schema\/minimum: minimum value must be/,
    ],
    ["references that go round in circles", circle, /circles/],
  ])("%s", (_, breakIt, named) => {
    expect(faultsAfter(breakIt)).toMatch(named);
  });

  test("all of them in one error", () => {
    const message = faultsAfter(badRef, badPattern, badScope, badDate);
    for (const named of [/Nobody/, /text\/pattern/, /dreaming/, /next summer/])
      expect(message).toMatch(named);
  });

  test("nothing in a schema that JSON Schema forbids but that can be compiled, or in an example", () => {
    const breakRules = (raw: RawDocument) => {
      raw.components.schemas.Note.required = ["text", "text"];
      raw.components.schemas.Note.examples = [{ schema: { type: "words" } }];
      raw.components.schemas.Note["x-note"] = { schema: { type: "words" } };
      raw.paths["/notes"].get["x-note"] = { schema: { type: "words" } };
      raw.paths["/notes"].get.responses["200"].content["application/json"].example = {
        schema: { type: "words" },
      };
    };
    expect(faultsAfter(breakRules)).toBe("no fault");
  });

  test("a version that can't be read here", () => {
    const newer = (raw: RawDocument) => {
      raw.openapi = "3.2.0";
    };
    expect(faultsAfter(newer)).toMatch(/3\.0 or v3\.1/);
  });

  test("a reference into another file, since the document isn't bundled", () => {
    expect(faultsAfter(otherFile)).toMatch(/author\.yaml/);
  });
});

describe("reading it ends with", () => {
  const read = (breakIt: (raw: RawDocument) => void) => () => {
    const raw = notesDocument();
    breakIt(raw);
    readDocument(raw);
  };

  test("a response or a parameter that leads nowhere", () => {
    const response = read((raw) => {
      raw.paths["/notes"].get.responses["404"] = { $ref: "#/components/responses/Gone" };
    });
    expect(response).toThrow("#/components/responses/Gone leads nowhere");
    const parameter = read((raw) => {
      raw.paths["/notes"].get.parameters.push({ $ref: "#/components/parameters/Gone" });
    });
    expect(parameter).toThrow("#/components/parameters/Gone leads nowhere");
  });

  test("one operationId for two operations", () => {
    const twice = read((raw) => {
      raw.paths["/notes"].get.operationId = "writeNote";
    });
    expect(twice).toThrow("Two operations have the operationId writeNote");
  });
});

describe("the app isn't built", () => {
  test("without a handler for each operation, and all that are missing are named", async () => {
    const handlers = { listNotes: undefined, burnNote: undefined } as never;
    await expect(startApp({ raw: notesDocument(), handlers })).rejects.toThrow(/listNotes, burnNote/);
  });

  test("without an authenticator for each security scheme in use", async () => {
    await expect(startApp({ raw: notesDocument(), authenticators: {} })).rejects.toThrow(
      /token has no authenticator/,
    );
  });

  test("with a security scheme that isn't defined; all faults are named", async () => {
    const raw = notesDocument();
    raw.paths["/notes"].get.security = [{ seal: [] }];
    const start = startApp({ raw, authenticators: {} });
    await expect(start).rejects.toThrow(/seal isn't defined/);
    await expect(start).rejects.toThrow(/token has no authenticator/);
  });

  test("and is, although a security scheme that nobody uses has no authenticator", async () => {
    const raw = notesDocument();
    raw.components.securitySchemes.seal = { type: "mutualTLS" };
    const app = await startApp({ raw, authenticators: tokenAuthenticator });
    await app.close();
  });
});
