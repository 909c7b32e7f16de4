// The module that `run` loads in development: `development: () => import("@counterpart/cli/development")`.

import type { Development } from "@counterpart/server/process";

export const prettyOutput: Development["prettyOutput"] = async (output) =>
  (await import("./pretty-output.ts")).prettyOutput(output);

export const prepareStubs: Development["prepareStubs"] = async (documents) =>
  (await import("@counterpart/testing/replies")).prepareStubResponses(documents);

export const stubResponses: Development["stubResponses"] = async (document, validators) =>
  (await import("@counterpart/testing/replies")).stubResponses(document, validators);

export const buildDocs: Development["buildDocs"] = async (bundle, folder) =>
  (await import("../generate/docs/build-docs.ts")).buildDocsOf(bundle, folder);

export const findMock: Development["findMock"] = async (document) =>
  (await import("./find-mock.ts")).findMock(document, process.env);

export const linkToMock: Development["linkToMock"] = async (page, document, addresses) =>
  (await import("../generate/docs/mock-links.ts")).withMockLinks(page, document, addresses);
