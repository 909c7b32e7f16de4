import { loadDocument } from "@counterpart/server";

/** The shop's document, bundled. */
export const documentFile = "generated/openapi.json";

export const document = await loadDocument(documentFile);
