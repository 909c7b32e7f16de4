// What `run` loads in development: `development: () => import("@counterpart/toolkit/development")`.

import type { Development } from "../process/development.ts";

export const prettyOutput: Development["prettyOutput"] = async (output) =>
  (await import("./pretty-output.ts")).prettyOutput(output);

export const prepareStubs: Development["prepareStubs"] = async (documents) =>
  (await import("./answer-stubs.ts")).prepareStubAnswers(documents);

export const answerStubs: Development["answerStubs"] = async (document, validators) =>
  (await import("./answer-stubs.ts")).answerStubs(document, validators);

export const buildDocs: Development["buildDocs"] = async (bundle, folder) =>
  (await import("../generate/docs/build-project-docs.ts")).buildDocsOf(bundle, folder);
