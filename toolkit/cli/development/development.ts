// The module that `run` loads in development: `development: () => import("@counterpart/cli/development")`.

import type { Development } from "@counterpart/server/process/development";

export const prettyOutput: Development["prettyOutput"] = async (output) =>
  (await import("./pretty-output.ts")).prettyOutput(output);

export const prepareStubs: Development["prepareStubs"] = async (documents) =>
  (await import("@counterpart/testing/mock/answer-stubs")).prepareStubAnswers(documents);

export const answerStubs: Development["answerStubs"] = async (document, validators) =>
  (await import("@counterpart/testing/mock/answer-stubs")).answerStubs(document, validators);

export const buildDocs: Development["buildDocs"] = async (bundle, folder) =>
  (await import("../generate/docs/build-project-docs.ts")).buildDocsOf(bundle, folder);
