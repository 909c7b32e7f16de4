import ts from "typescript";
import { isIdentifier } from "../literal.ts";

// openapi-typescript writes only the methods of OpenAPI 3.1. An operation with another method is first
// written as the `get` of a separate path item.

/** The name of a path or webhook, or of the separate path item of a method. No method contains a line break. */
export function frameName(name: string, method = ""): string {
  return `${method}\n${name}`;
}

/** Gives paths and webhooks their names back, with all their operations. */
export function joinMethods(nodes: ts.Node[]): ts.Node[] {
  return nodes.map((node) =>
    ts.isInterfaceDeclaration(node) && ["paths", "webhooks"].includes(node.name.text) ? joined(node) : node,
  );
}

function joined(node: ts.InterfaceDeclaration): ts.InterfaceDeclaration {
  const own: ts.TypeElement[] = [];
  const added = new Map<string, ts.PropertySignature[]>();
  for (const member of node.members) {
    const { name, method } = framed(member);
    if (method === "") own.push(member);
    else added.set(name, [...(added.get(name) ?? []), operationIn(member, method)]);
  }
  const members = own.map((member) => {
    if (!ts.isPropertySignature(member)) return member;
    const { name } = framed(member);
    const operations = added.get(name);
    const type = operations
      ? ts.factory.createTypeLiteralNode([...itemOf(member).members, ...operations])
      : member.type;
    const key = propertyName(name);
    return ts.factory.updatePropertySignature(member, member.modifiers, key, member.questionToken, type);
  });
  return ts.factory.updateInterfaceDeclaration(
    node,
    node.modifiers,
    node.name,
    node.typeParameters,
    node.heritageClauses,
    members,
  );
}

function operationIn(member: ts.TypeElement, method: string): ts.PropertySignature {
  const operation = itemOf(member).members.find((one) => nameOf(one) === "get") as ts.PropertySignature;
  const property = ts.factory.createPropertySignature(
    undefined,
    propertyName(method),
    undefined,
    operation.type,
  );
  return ts.setSyntheticLeadingComments(property, ts.getSyntheticLeadingComments(operation));
}

function propertyName(name: string): ts.PropertyName {
  return isIdentifier(name) ? ts.factory.createIdentifier(name) : ts.factory.createStringLiteral(name);
}

/** The parts of a `frameName`. */
function framed(member: ts.TypeElement): { name: string; method: string } {
  const name = nameOf(member);
  const end = name.indexOf("\n");
  return { name: name.slice(end + 1), method: name.slice(0, end) };
}

function itemOf(member: ts.TypeElement): ts.TypeLiteralNode {
  if (ts.isPropertySignature(member) && member.type && ts.isTypeLiteralNode(member.type)) return member.type;
  throw new Error(`The type of ${nameOf(member)} is no path item.`);
}

function nameOf({ name }: ts.TypeElement): string {
  return name !== undefined && "text" in name ? name.text : "";
}
