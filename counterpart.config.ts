import { defineConfig } from "@counterpart/toolkit/config";

export default defineConfig({
  documents: [
    {
      spec: "spec/openapi.yaml",
      generated: "generated",
      operations: "server/operations",
      handlers: "server/handlers.ts",
      service: "server/service.ts",
      mockSites: {
        "https://pay.example.com": { title: "The payment provider's page" },
        "https://billing.example.com": { title: "The billing portal" },
      },
      released: "spec/released/v1.yaml",
      fuzzTarget: "test/fuzz/target.ts",
      coverageWaivers: "test/contract/coverage-waivers.json",
      coverageRequired: true,
    },
  ],
});
