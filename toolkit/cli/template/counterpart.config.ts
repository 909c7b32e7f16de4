import { defineConfig } from "@counterpart/cli/config";

/** The paths of the document and the server; omitted ones have defaults. */
export default defineConfig({
  documents: [{ spec: "{{spec}}" }],
});
