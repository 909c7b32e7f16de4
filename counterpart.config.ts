import { defineConfig } from "@counterpart/toolkit/config";

export default defineConfig({
  documents: [
    {
      spec: "spec/openapi.yaml",
      generated: "generated",
      operations: "server/operations",
      handlers: "server/handlers.ts",
      service: "server/service.ts",
      released: "spec/released/v1.yaml",
      fuzzTarget: "test/fuzz/target.ts",
      coverageWaivers: "test/contract/coverage-waivers.json",
      coverageRequired: true,
    },
  ],
});
