// The exports for sites that contain the reference page.

export { loadDocuments } from "./config/load-config.ts";
export { buildProjectDocs } from "./generate/docs/build-docs.ts";
