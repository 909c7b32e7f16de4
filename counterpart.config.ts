import { defineConfig } from "@counterpart/cli/config";

export default defineConfig({
  documents: [
    {
      spec: "spec/openapi.yaml",
      generated: "generated",
      operations: "server/operations",
      handlers: "server/handlers.ts",
      service: "server/service.ts",
      mockSites: {
        // The links lead to examples/storefront, with the session of the document's examples.
        "https://pay.example.com": {
          title: "The payment provider's page",
          links: {
            Pay: "http://localhost:4000/checkout/return?session_id=chk_4evwgv86n9efejferjdz4aq3j0",
            "Back to the store": "http://localhost:4000/cart",
          },
        },
        "https://billing.example.com": {
          title: "The billing portal",
          links: { "Back to the store": "http://localhost:4000/account" },
        },
      },
      guides: ["spec/guides/webhooks.md", "spec/guides/testing.md", "spec/guides/going-live.md"],
      released: "spec/released/v1.yaml",
      fuzzTarget: "test/fuzz/target.ts",
      coverageWaivers: "test/contract/coverage-waivers.json",
      coverageRequired: true,
    },
    {
      name: "acp",
      spec: "spec/acp/openapi.yaml",
      operations: "server/operations/acp/operations",
      handlers: "server/operations/acp/handlers.ts",
      service: "server/service.ts",
      basePath: "/acp",
      coverageWaivers: "test/contract/coverage-waivers-acp.json",
      coverageRequired: true,
    },
    {
      name: "ucp",
      spec: "spec/ucp/openapi.yaml",
      operations: "server/operations/ucp/operations",
      handlers: "server/operations/ucp/handlers.ts",
      service: "server/service.ts",
      basePath: "/ucp",
      coverageWaivers: "test/contract/coverage-waivers-ucp.json",
      coverageRequired: true,
    },
  ],
});
