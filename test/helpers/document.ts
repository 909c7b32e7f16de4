import { loadDocument } from "@counterpart/server";

/** The shop's document, bundled. */
export const documentFile = "generated/openapi.json";

export const document = await loadDocument(documentFile);

/** Of the Agentic Commerce Protocol. */
export const agentDocument = await loadDocument("generated/acp/openapi.json");

/** Of the Universal Commerce Protocol. */
export const ucpDocument = await loadDocument("generated/ucp/openapi.json");
