import type { Kind } from "../walk.ts";

const externalDocs = { externalDocs: { fields: ["description", "url"] } };

const server: Fields = {
  fields: ["url", "description", "name"],
  within: { variables: { values: { fields: ["enum", "default", "description"] } } },
};
const servers = { servers: { items: server } };

const flow: Fields = {
  fields: ["authorizationUrl", "deviceAuthorizationUrl", "tokenUrl", "refreshUrl", "scopes"],
};

/** The fields of an OpenAPI object, except those that contain objects with a kind. */
export interface Fields {
  fields: string[];
  /** Fields that contain objects without a kind. */
  within?: Record<string, Fields | { items: Fields } | { values: Fields }>;
}

const style = ["style", "explode", "allowReserved"];

/**
 * By kind. Schemas are missing because JSON Schema defines their keywords, and callbacks because they have
 * arbitrary names.
 */
export const openApiFields: Partial<Record<Kind, Fields>> = {
  components: { fields: [] },
  document: {
    fields: ["openapi", "$self", "jsonSchemaDialect", "security"],
    within: {
      ...externalDocs,
      ...servers,
      info: {
        fields: ["title", "summary", "description", "termsOfService", "version"],
        within: {
          contact: { fields: ["name", "url", "email"] },
          license: { fields: ["name", "identifier", "url"] },
        },
      },
      tags: { items: { fields: ["name", "summary", "description", "parent", "kind"], within: externalDocs } },
    },
  },
  encoding: { fields: ["contentType", ...style] },
  example: { fields: ["summary", "description", "value", "externalValue", "dataValue", "serializedValue"] },
  header: { fields: ["description", "required", "deprecated", "example", ...style] },
  link: {
    fields: ["operationRef", "operationId", "parameters", "requestBody", "description"],
    within: { server },
  },
  mediaType: { fields: ["example"] },
  operation: {
    fields: ["tags", "summary", "description", "operationId", "deprecated", "security"],
    within: { ...externalDocs, ...servers },
  },
  parameter: {
    fields: ["name", "in", "description", "required", "deprecated", "allowEmptyValue", "example", ...style],
  },
  pathItem: { fields: ["$ref", "summary", "description"], within: servers },
  requestBody: { fields: ["description", "required"] },
  response: { fields: ["summary", "description"] },
  schema: {
    fields: [],
    within: {
      ...externalDocs,
      discriminator: { fields: ["propertyName", "mapping", "defaultMapping"] },
      xml: { fields: ["name", "namespace", "prefix", "attribute", "wrapped", "nodeType"] },
    },
  },
  securityScheme: {
    fields: [
      "type",
      "description",
      "deprecated",
      "name",
      "in",
      "scheme",
      "bearerFormat",
      "openIdConnectUrl",
      "oauth2MetadataUrl",
    ],
    within: {
      flows: {
        fields: [],
        within: {
          implicit: flow,
          password: flow,
          clientCredentials: flow,
          authorizationCode: flow,
          deviceAuthorization: flow,
        },
      },
    },
  },
};
