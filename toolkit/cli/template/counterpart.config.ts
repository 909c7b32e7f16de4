import { defineConfig } from "@counterpart/cli/config";

/** Where the document and the server are; anything left out has a default. */
export default defineConfig({
  documents: [{ spec: "{{spec}}" }],
});
