import ts from "typescript";

// openapi-typescript writes only the methods of OpenAPI 3.1. An operation with another method is first
// written as the `get` of a separate path item.

/** The name of that path item. The line break keeps it distinct from real paths and webhooks. */
export function standInName(name: string, method: string): string {
  return `${name}\n${method}`;
}

/** Moves the operations with other methods back to their path or webhook. */
export function joinMethods(nodes: ts.Node[]): ts.Node[] {
  return nodes.map((node) =>
    ts.isInterfaceDeclaration(node) && ["paths", "webhooks"].includes(node.name.text) ? joined(node) : node,
  );
}

function joined(node: ts.InterfaceDeclaration): ts.InterfaceDeclaration {
  const own: ts.TypeElement[] = [];
  const added = new Map<string, ts.PropertySignature[]>();
  for (const member of node.members) {
    const [name = "", method] = nameOf(member).split("\n");
    if (method === undefined) own.push(member);
    else added.set(name, [...(added.get(name) ?? []), operationIn(member, method)]);
  }
  const members = own.map((member) => {
    const operations = added.get(nameOf(member));
    if (!operations || !ts.isPropertySignature(member)) return member;
    const type = ts.factory.createTypeLiteralNode([...itemOf(member).members, ...operations]);
    return ts.factory.updatePropertySignature(
      member,
      member.modifiers,
      member.name,
      member.questionToken,
      type,
    );
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
  const isPlain = /^[a-z]+$/.test(method);
  const name = isPlain ? ts.factory.createIdentifier(method) : ts.factory.createStringLiteral(method);
  const property = ts.factory.createPropertySignature(undefined, name, undefined, operation.type);
  return ts.setSyntheticLeadingComments(property, ts.getSyntheticLeadingComments(operation));
}

function itemOf(member: ts.TypeElement): ts.TypeLiteralNode {
  if (ts.isPropertySignature(member) && member.type && ts.isTypeLiteralNode(member.type)) return member.type;
  throw new Error(`The type of ${nameOf(member)} is no path item.`);
}

function nameOf({ name }: ts.TypeElement): string {
  return name !== undefined && "text" in name ? name.text : "";
}
