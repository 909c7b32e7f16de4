const json = (schema: object, more: object = {}) => ({ "application/json": { schema, ...more } });
const dog = { $ref: "#/components/schemas/Dog" };

/** An API that notifies others about its dogs, by webhooks and by a callback. */
export const kennelDocument = {
  openapi: "3.1.0",
  info: { title: "Kennel", version: "1.0.0" },
  paths: {
    "/walks": {
      post: {
        operationId: "bookWalk",
        requestBody: {
          required: true,
          content: json({ type: "object", properties: { callbackUrl: { type: "string" } } }),
        },
        responses: { "202": { description: "Booked." } },
        callbacks: {
          onReturn: {
            "{$request.body#/callbackUrl}": {
              put: {
                requestBody: {
                  required: true,
                  content: json({
                    type: "object",
                    required: ["minutes"],
                    properties: { minutes: { type: "integer" } },
                  }),
                },
                responses: { "2XX": { description: "Noted." } },
              },
            },
          },
        },
      },
    },
  },
  webhooks: {
    newDog: {
      post: {
        summary: "A dog has arrived",
        parameters: [{ name: "X-Kennel", in: "header", required: true, schema: { type: "integer" } }],
        requestBody: {
          required: true,
          content: json(dog, { example: { id: 7, name: "Rex", chip: "secret" } }),
        },
        responses: {
          "200": {
            description: "Noted.",
            headers: {
              "X-Count": { schema: { type: "integer" } },
              "Set-Cookie": { schema: { type: "array", items: { type: "string" } } },
            },
            content: json({
              type: "object",
              required: ["welcome"],
              properties: { welcome: { type: "boolean" } },
            }),
          },
          "410": { description: "No more dogs, please." },
        },
      },
    },
    moved: {
      post: {
        parameters: [
          { name: "in", in: "query", schema: { type: "object" }, style: "deepObject" },
          {
            name: "rooms",
            in: "query",
            schema: { type: "array", items: { type: "string" } },
            explode: false,
          },
          { name: "X-From", in: "header", schema: { type: "object" } },
          { name: "X-To", in: "header", schema: { type: "object" }, explode: true },
        ],
        responses: { "204": { description: "Noted." } },
      },
    },
    barked: {
      post: {
        requestBody: {
          content: {
            "application/x-www-form-urlencoded": {
              schema: { type: "object", required: ["times"], properties: { times: { type: "integer" } } },
            },
            "text/plain": { schema: { type: "string" } },
          },
        },
        responses: { "204": { description: "Heard." } },
      },
    },
  },
  components: {
    schemas: {
      Dog: {
        type: "object",
        required: ["id", "name"],
        properties: {
          id: { type: "integer", readOnly: true },
          name: { type: "string" },
          chip: { type: "string", writeOnly: true },
          chipped: { type: "string", format: "date" },
          site: { type: "string", format: "uri" },
        },
      },
    },
  },
};
