import {
  type ApiDocument,
  isBodilessMethod,
  isDateText,
  isReadByItem,
  type Any as Node,
  operationsOf,
  outgoingPathItems,
  resolve,
} from "@counterpart/server/document";
import { typeKey } from "../literal.ts";
import { type BodyKind, bodySchema, type Direction } from "./body-schema.ts";
import { comment } from "./comment.ts";
import type { DocumentTypes } from "./document-types.ts";
import { componentSchemas } from "./type-names.ts";
import { membersIn } from "./type-text.ts";

/**
 * `paths`, `webhooks` (with callbacks) and `components`, in the shapes of openapi-typescript, which openapi-fetch and
 * other libraries read.
 */
export function emitInterfaces(
  document: ApiDocument,
  { names, inputs, bodies, value }: DocumentTypes,
): string {
  const root = document.root as Node;
  const { responses, parameters, requestBodies, headers } = root.components ?? {};
  /** Webhooks then can't share the components of operations. */
  const isDirected = inputs.size > 0;
  const paths = withoutExtensions(root.paths).map(([path, node]) => member(path, pathItemType(node)));
  const webhooks = outgoingPathItems(root).map(({ name, pathItem }) =>
    member(name, pathItemType(pathItem, true)),
  );
  const schemas = Object.keys(componentSchemas(document)).map((name) =>
    member(name, names.schemas.get(name) ?? "unknown"),
  );
  const components = [
    member("schemas", orNever(schemas)),
    member("responses", orNever(componentMembers(responses, (node) => responseType(node)))),
    member("parameters", orNever(componentMembers(parameters, parameterType))),
    member("requestBodies", orNever(componentMembers(requestBodies, (node) => requestBodyType(node)))),
    member("headers", orNever(componentMembers(headers, headerType))),
    member("pathItems", "never"),
  ];
  return [
    declaration("paths", paths),
    declaration("webhooks", webhooks),
    declaration("components", components),
  ].join("");

  function componentMembers(named: Node, typeOf: (node: Node) => string): string[] {
    return Object.entries<Node>(named ?? {}).map(([name, given]) => {
      const node = resolve<Node>(document, given);
      return comment(annotations(node)) + member(name, typeOf(node));
    });
  }

  function pathItemType(given: Node, isOutgoing = false): string {
    const item = resolve<Node>(document, given);
    const shared: Node[] = item.parameters ?? [];
    const operations = new Map(operationsOf(item).map(({ method, operation }) => [method, operation]));
    const documented = (method: string, operation: Node) =>
      comment(annotations(operation)) +
      member(
        method,
        operationType(shared, operation, { isOutgoing, hasBody: isOutgoing || !isBodilessMethod(method) }),
      );
    const members = listedMethods.map((method) => {
      const operation = operations.get(method);
      operations.delete(method);
      return operation === undefined ? `${method}?: never;` : documented(method, operation);
    });
    const others = Array.from(operations, ([method, operation]) => documented(method, operation));
    return membersIn([member("parameters", parametersType(shared)), ...members, ...others]);
  }

  function operationType(
    shared: Node[],
    operation: Node,
    { isOutgoing, hasBody }: { isOutgoing: boolean; hasBody: boolean },
  ): string {
    const body = hasBody ? operation.requestBody : undefined;
    const direction = isOutgoing && isDirected ? "request" : undefined;
    const responses = withoutExtensions(operation.responses).map(
      ([status, node]) => commented(node, direction) + member(status, responseOf(node, direction)),
    );
    return membersIn([
      member("parameters", parametersType([...shared, ...(operation.parameters ?? [])])),
      body ? bodyMember(body, isOutgoing) : "requestBody?: never;",
      member("responses", orNever(responses)),
    ]);
  }

  function responseOf(node: Node, direction: Direction | undefined): string {
    const component = direction === undefined ? componentType(node) : undefined;
    return component ?? responseType(resolve(document, node), direction);
  }

  /** Parameters of an operation replace those of its path with the same name. */
  function parametersType(given: Node[]): string {
    const all = new Map(
      given.map((node) => {
        const { name, in: place, ...parameter } = resolve<Node>(document, node);
        return [`${place} ${name}`, { node, name, place, parameter }];
      }),
    );
    const members = ["query", "header", "path", "cookie"].map((place) => {
      const own = [...all.values()].filter((one) => one.place === place);
      const isOptional = own.every(({ parameter }) => place !== "path" && !parameter.required);
      const types = own.map(
        ({ node, name, parameter }) =>
          comment(annotations(parameter)) +
          member(
            name,
            componentType(node) ?? parameterType(parameter),
            place !== "path" && !parameter.required,
          ),
      );
      return member(place, orNever(types), isOptional);
    });
    return membersIn(members);
  }

  function parameterType({ schema, content }: Node): string {
    const [media] = Object.values<Node>(content ?? {});
    return value(schema ?? media?.schema, "request");
  }

  /** The API sends the body of a webhook, which isn't that of a request in `components` if its type differs. */
  function bodyMember(node: Node, isOutgoing: boolean): string {
    const body = resolve<Node>(document, node);
    const isStream = Object.entries<Node>(body.content ?? {}).some(([name, one]) => isReadByItem(name, one));
    const component = isOutgoing && (isStream || isDirected) ? undefined : componentType(node);
    const kind = isOutgoing && (isStream || isDirected) ? "outgoing" : "request";
    const about = component === undefined ? comment(annotations(body)) : "";
    return about + member("requestBody", component ?? requestBodyType(body, kind), !body.required);
  }

  function requestBodyType({ content }: Node, kind: BodyKind = "request"): string {
    const types = contentMembers(content, kind, kind === "outgoing" ? "response" : "request");
    return membersIn([member("content", membersIn(types.length > 0 ? types : ['"*/*"?: never;']))]);
  }

  function responseType({ headers: named, content }: Node, direction: Direction = "response"): string {
    const types = Object.entries<Node>(named ?? {}).map(([name, node]) => {
      const component = componentType(node);
      const header = resolve<Node>(document, node);
      const about = component === undefined ? comment(annotations(header)) : "";
      const isOptional = component === undefined && !header.required;
      return about + member(name, component ?? headerType(header), isOptional);
    });
    const bodies = contentMembers(content, "response", direction);
    return membersIn([
      member("headers", membersIn([...types, "[name: string]: unknown;"])),
      member("content", orNever(bodies), bodies.length === 0),
    ]);
  }

  function headerType({ schema, content }: Node): string {
    const [media] = Object.values<Node>(content ?? {});
    const described = schema ?? media?.schema;
    // The client leaves headers as they are.
    const isText = document.dates && isDateText(resolve(document, described ?? {}));
    return isText ? "string" : value(described, "response");
  }

  function contentMembers(content: Node, kind: BodyKind, direction: Direction): string[] {
    return Object.entries<Node>(content ?? {}).map(([mediaType, node]) =>
      member(
        mediaType,
        bodies.typeOf(bodySchema(document, kind, mediaType, resolve(document, node)), direction),
      ),
    );
  }

  /** The comment above a response; a component has its own. */
  function commented(node: Node, direction: Direction | undefined): string {
    const isComponent = direction === undefined && componentType(node) !== undefined;
    return isComponent ? "" : comment(annotations(resolve(document, node)));
  }
}

/** The methods that openapi-typescript writes; other operations follow these. */
const listedMethods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** A component with a plain name, so that its type is written once. */
function componentType(node: Node): string | undefined {
  const [, kind, name] =
    /^#\/components\/(headers|parameters|requestBodies|responses)\/([\w.-]+)$/.exec(node?.$ref) ?? [];
  return kind && `components["${kind}"]["${name}"]`;
}

function declaration(name: string, members: string[]): string {
  return members.length > 0
    ? `export interface ${name} ${membersIn(members)}\n`
    : `export type ${name} = Record<string, never>;\n`;
}

function member(name: string, type: string, isOptional = false): string {
  const key = /^[1-9]\d{2}$/.test(name) ? name : typeKey(name);
  return `${key}${isOptional ? "?" : ""}: ${type};`;
}

function orNever(members: string[]): string {
  return members.length > 0 ? membersIn(members) : "never";
}

function annotations({ summary, description, deprecated }: Node): object {
  return { title: text(summary), description: text(description), deprecated };
}

function text(value: unknown): string | undefined {
  return value === undefined ? undefined : String(value);
}

function withoutExtensions(named: Node): [string, Node][] {
  return Object.entries<Node>(named ?? {}).filter(([name]) => !name.startsWith("x-"));
}
