import { defineConfig } from "@counterpart/toolkit/config";

/** Where the document and the server are; anything left out has a default. */
export default defineConfig({
  documents: [{ spec: "{{spec}}" }],
});
