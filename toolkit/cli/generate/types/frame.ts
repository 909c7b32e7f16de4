import { type ApiDocument, resolve } from "@counterpart/server/document/document";
import { isReadByItem } from "@counterpart/server/document/item-stream";
import { mapValues } from "@counterpart/server/document/map-values";
import { isBodiless, operationsOf } from "@counterpart/server/document/path-item";
import { outgoingPathItems } from "@counterpart/server/document/reading/outgoing-requests";
import { type BodyKind, type BodySchema, bodySchema, type Direction } from "./body-schema.ts";
import { frameName } from "./join-methods.ts";

// biome-ignore lint/suspicious/noExplicitAny: nodes of a document have no static shape.
type Node = any;

/** Makes the placeholders that openapi-typescript gets for schemas, from their types. */
export interface Placeholders {
  /** A component, by its name. */
  component: (name: string) => object;
  body: (body: BodySchema, direction: Direction) => object;
  /** A parameter or a header. */
  value: (schema: unknown, direction: Direction) => object;
  /** Whether types depend on the direction, so that webhooks can't share the components of operations. */
  isDirected: boolean;
}

/**
 * A copy of the document for openapi-typescript with only the parts that become types, and without schemas.
 * Drops operationIds, some of which openapi-typescript would respell or mix with those of webhooks.
 */
export function documentFrame(document: ApiDocument, placeholders: Placeholders): object {
  const root = document.root as Node;
  const { schemas, responses, parameters, requestBodies, headers } = root.components ?? {};
  const webhooks = outgoingPathItems(root).map(({ name, pathItem }) => [name, pathItem]);
  return {
    openapi: "3.1.0",
    info: { title: "", version: "" },
    paths: pathItemFrames(withoutExtensions(root.paths)),
    webhooks: pathItemFrames(Object.fromEntries(webhooks), true),
    components: {
      schemas: mapValues(schemas, (_, name) => placeholders.component(name)),
      responses: mapValues(responses, (node) => response(resolve(document, node))),
      parameters: mapValues(parameters, (node) => parameter(resolve(document, node))),
      requestBodies: mapValues(requestBodies, (node) => requestBody(resolve(document, node))),
      headers: mapValues(headers, (node) => header(resolve(document, node))),
    },
  };

  function pathItemFrames(items: Node, isOutgoing = false): object {
    const frames = Object.entries<Node>(items).flatMap(([name, node]) => {
      const item = resolve<Node>(document, node);
      const shared = item.parameters && { parameters: item.parameters.map(orReference(parameter)) };
      const operations = operationsOf(item);
      const own = operations.filter(({ method }) => isWritten(method));
      const others = operations.filter(({ method }) => !isWritten(method));
      const methods = own.map(({ method, operation: one }) => [
        method,
        operation(one, { isOutgoing, hasBody: isOutgoing || !isBodiless(method) }),
      ]);
      return [
        [frameName(name), { ...shared, ...Object.fromEntries(methods) }],
        ...others.map(({ method, operation: one }) => [
          frameName(name, method),
          { ...shared, get: operation(one, { isOutgoing, hasBody: true }) },
        ]),
      ];
    });
    return Object.fromEntries(frames);
  }

  function operation(node: Node, { isOutgoing, hasBody }: { isOutgoing: boolean; hasBody: boolean }): object {
    const { requestBody: body, responses: all } = node;
    return {
      ...annotations(node),
      parameters: (node.parameters ?? []).map(orReference(parameter)),
      ...(body &&
        hasBody && { requestBody: isOutgoing ? outgoingBody(body) : orReference(requestBody)(body) }),
      responses: mapValues(
        withoutExtensions(all),
        isOutgoing && placeholders.isDirected
          ? (one) => response(resolve(document, one), "request")
          : orReference(response),
      ),
    };
  }

  /** Replaces `content` by `schema`, without which openapi-typescript types a parameter as a string. */
  function parameter(node: Node): object {
    const [media] = Object.values<Node>(node.content ?? {});
    const { name, in: place, required } = node;
    return {
      ...annotations(node),
      name,
      in: place,
      required,
      schema: placeholders.value(node.schema ?? media?.schema, "request"),
    };
  }

  function requestBody(node: Node, kind: BodyKind = "request"): object {
    return {
      ...annotations(node),
      required: node.required,
      content: content(node.content, kind, kind === "outgoing" ? "response" : "request"),
    };
  }

  /** The API sends it, so it isn't the body of a request in `components` if that is read by item. */
  function outgoingBody(node: Node): object {
    const body = resolve<Node>(document, node);
    const streams = Object.entries<Node>(body.content ?? {}).some(([name, one]) => isReadByItem(name, one));
    return streams || placeholders.isDirected
      ? requestBody(body, "outgoing")
      : orReference(requestBody)(node);
  }

  function response(node: Node, direction: Direction = "response"): object {
    return {
      ...annotations(node),
      headers: mapValues(node.headers, orReference(header)),
      content: content(node.content, "response", direction),
    };
  }

  function header(node: Node): object {
    const [media] = Object.values<Node>(node.content ?? {});
    return {
      ...annotations(node),
      required: node.required,
      schema: placeholders.value(node.schema ?? media?.schema, "response"),
    };
  }

  function content(named: Node, kind: BodyKind, direction: Direction): object {
    return mapValues<Node, object>(named, (node, mediaType) => ({
      schema: placeholders.body(bodySchema(document, kind, mediaType, resolve(document, node)), direction),
    }));
  }

  /**
   * Keeps references to components with plain names, so that each type is written once; resolves the others.
   */
  function orReference(frame: (node: Node) => object) {
    return (node: Node): object =>
      /^#\/components\/(headers|parameters|requestBodies|responses)\/[\w.-]+$/.test(node?.$ref)
        ? { $ref: node.$ref }
        : frame(resolve(document, node));
  }
}

/** Whether openapi-typescript writes operations with this method. */
function isWritten(method: string): boolean {
  return ["get", "put", "post", "delete", "options", "head", "patch", "trace"].includes(method);
}

/** The annotations that openapi-typescript writes in a comment; it expects strings. */
function annotations({ summary, description, deprecated }: Node): object {
  return {
    ...(summary !== undefined && { summary: String(summary) }),
    ...(description !== undefined && { description: String(description) }),
    ...(deprecated === true && { deprecated }),
  };
}

function withoutExtensions(named: Node): Node {
  return Object.fromEntries(Object.entries(named ?? {}).filter(([name]) => !name.startsWith("x-")));
}
