import { unreadAs } from "@counterpart/server/document/body-reading";
import { type ApiDocument, resolve } from "@counterpart/server/document/document";
import { hasItems, isReadByItem } from "@counterpart/server/document/item-stream";
import { mapValues } from "@counterpart/server/document/map-values";
import { operationsOf } from "@counterpart/server/document/path-item";
import { outgoingPathItems } from "@counterpart/server/document/reading/outgoing-requests";
import { componentPointer } from "./direct-references.ts";
import { frameName } from "./join-methods.ts";

// biome-ignore lint/suspicious/noExplicitAny: nodes of a document have no static shape.
type Node = any;

/**
 * The place of a schema: it defines the component at a pointer, the body of a media type, or a stream's item.
 */
interface SchemaPlace {
  component?: string;
  mediaType?: string;
  isItem?: true;
}

/** Makes the placeholder that openapi-typescript gets for a schema. */
export type StandInFor = (schema: unknown, place?: SchemaPlace) => object;

/**
 * A copy of the document for openapi-typescript with only the parts that become types; `standInFor` replaces schemas.
 * Drops operationIds, some of which openapi-typescript would respell or mix with those of webhooks.
 */
export function documentFrame(document: ApiDocument, standInFor: StandInFor): object {
  const root = document.root as Node;
  const { schemas, responses, parameters, requestBodies, headers } = root.components ?? {};
  const webhooks = outgoingPathItems(root).map(({ name, pathItem }) => [name, pathItem]);
  return {
    openapi: "3.1.0",
    info: { title: "", version: "" },
    paths: pathItemFrames(withoutExtensions(root.paths)),
    webhooks: pathItemFrames(Object.fromEntries(webhooks), sentWhole),
    components: {
      schemas: Object.fromEntries(
        Object.entries(schemas ?? {}).map(([name, node]) => [
          name,
          standInFor(node, { component: componentPointer(name) }),
        ]),
      ),
      responses: mapValues(responses, (node) => response(resolve(document, node))),
      parameters: mapValues(parameters, (node) => parameter(resolve(document, node))),
      requestBodies: mapValues(requestBodies, (node) => requestBody(resolve(document, node))),
      headers: mapValues(headers, (node) => header(resolve(document, node))),
    },
  };

  function pathItemFrames(items: Node, bodyFrame = orReference(requestBody)): object {
    const frames = Object.entries<Node>(items).flatMap(([name, node]) => {
      const item = resolve<Node>(document, node);
      const shared = item.parameters && { parameters: item.parameters.map(orReference(parameter)) };
      const operations = operationsOf(item);
      const own = operations.filter(({ method }) => isWritten(method));
      const others = operations.filter(({ method }) => !isWritten(method));
      const methods = own.map(({ method, operation: one }) => [method, operation(one, bodyFrame)]);
      return [
        [frameName(name), { ...shared, ...Object.fromEntries(methods) }],
        ...others.map(({ method, operation: one }) => [
          frameName(name, method),
          { ...shared, get: operation(one, bodyFrame) },
        ]),
      ];
    });
    return Object.fromEntries(frames);
  }

  function operation(node: Node, bodyFrame: (node: Node) => object): object {
    return {
      ...annotations(node),
      parameters: (node.parameters ?? []).map(orReference(parameter)),
      ...(node.requestBody && { requestBody: bodyFrame(node.requestBody) }),
      responses: mapValues(withoutExtensions(node.responses), orReference(response)),
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
      schema: standInFor(node.schema ?? media?.schema),
    };
  }

  function requestBody(node: Node, schemaFrame = itemsOrSchema): object {
    return { ...annotations(node), required: node.required, content: content(node.content, schemaFrame) };
  }

  /** The body of a webhook. */
  function sentWhole(node: Node): object {
    const body = resolve<Node>(document, node);
    const streams = Object.entries<Node>(body.content ?? {}).some(([name, one]) => isReadByItem(name, one));
    return streams ? requestBody(body, sentSchema) : orReference(requestBody)(node);
  }

  function itemsOrSchema(media: Node, mediaType: string): object {
    return isReadByItem(mediaType, media) ? answeredSchema(media, mediaType) : sentSchema(media, mediaType);
  }

  function response(node: Node): object {
    return {
      ...annotations(node),
      headers: mapValues(node.headers, orReference(header)),
      content: content(node.content),
    };
  }

  /** The type of a body read as a whole; for a stream, its bytes or its text. */
  function sentSchema(media: Node, mediaType: string): object {
    const unread = unreadAs(document, mediaType, media ?? {});
    if (unread === undefined && !hasItems(mediaType, media)) return standInFor(media?.schema, { mediaType });
    return standInFor({ type: "string", ...(unread !== "text" && { format: "binary" }) });
  }

  function header(node: Node): object {
    const [media] = Object.values<Node>(node.content ?? {});
    return {
      ...annotations(node),
      required: node.required,
      schema: standInFor(node.schema ?? media?.schema),
    };
  }

  function content(named: Node, frame = answeredSchema): object {
    const bodies = Object.entries<Node>(named ?? {}).map(([mediaType, node]) => [
      mediaType,
      { schema: frame(resolve<Node>(document, node), mediaType) },
    ]);
    return Object.fromEntries(bodies);
  }

  function answeredSchema(media: Node, mediaType: string): object {
    return hasItems(mediaType, media)
      ? standInFor(media.itemSchema, { mediaType, isItem: true })
      : sentSchema(media, mediaType);
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
