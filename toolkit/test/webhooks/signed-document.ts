import { kennelDocument } from "./kennel-document.ts";

const header = (name: string) => ({ name, in: "header", required: true, schema: { type: "string" } });

/** The kennel, with a webhook signed with Standard Webhooks. */
export const signedDocument = {
  ...kennelDocument,
  webhooks: {
    ...kennelDocument.webhooks,
    adopted: {
      post: {
        parameters: ["webhook-id", "webhook-timestamp", "webhook-signature"].map(header),
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: {
                type: "object",
                required: ["type", "dogId"],
                properties: { type: { const: "adopted" }, dogId: { type: "integer" } },
              },
              example: { type: "adopted", dogId: 7 },
            },
          },
        },
        responses: { "204": { description: "Noted." } },
      },
    },
  },
};
