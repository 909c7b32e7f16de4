import {
  factory,
  getSyntheticLeadingComments,
  type InterfaceDeclaration,
  isInterfaceDeclaration,
  isPropertySignature,
  isTypeLiteralNode,
  type Node,
  type PropertySignature,
  setSyntheticLeadingComments,
  type TypeElement,
  type TypeLiteralNode,
} from "typescript";

// openapi-typescript writes the methods of OpenAPI 3.1. An operation with another one is a path item of its own until its
// type is written, in which it is the `get`.

/** What a path item with an operation of another method is called; no path and no name of a webhook has a line break. */
export function standInName(name: string, method: string): string {
  return `${name}\n${method}`;
}

/** Puts the operations with other methods among those of their path or webhook. */
export function joinMethods(nodes: Node[]): Node[] {
  return nodes.map((node) =>
    isInterfaceDeclaration(node) && ["paths", "webhooks"].includes(node.name.text) ? joined(node) : node,
  );
}

function joined(node: InterfaceDeclaration): InterfaceDeclaration {
  const own: TypeElement[] = [];
  const added = new Map<string, PropertySignature[]>();
  for (const member of node.members) {
    const [name = "", method] = nameOf(member).split("\n");
    if (method === undefined) own.push(member);
    else added.set(name, [...(added.get(name) ?? []), operationIn(member, method)]);
  }
  const members = own.map((member) => {
    const operations = added.get(nameOf(member));
    if (!operations || !isPropertySignature(member)) return member;
    const type = factory.createTypeLiteralNode([...itemOf(member).members, ...operations]);
    return factory.updatePropertySignature(member, member.modifiers, member.name, member.questionToken, type);
  });
  return factory.updateInterfaceDeclaration(
    node,
    node.modifiers,
    node.name,
    node.typeParameters,
    node.heritageClauses,
    members,
  );
}

function operationIn(member: TypeElement, method: string): PropertySignature {
  const operation = itemOf(member).members.find((one) => nameOf(one) === "get") as PropertySignature;
  const isPlain = /^[a-z]+$/.test(method);
  const name = isPlain ? factory.createIdentifier(method) : factory.createStringLiteral(method);
  const property = factory.createPropertySignature(undefined, name, undefined, operation.type);
  return setSyntheticLeadingComments(property, getSyntheticLeadingComments(operation));
}

function itemOf(member: TypeElement): TypeLiteralNode {
  if (isPropertySignature(member) && member.type && isTypeLiteralNode(member.type)) return member.type;
  throw new Error(`The type of ${nameOf(member)} is no path item.`);
}

function nameOf({ name }: TypeElement): string {
  return name !== undefined && "text" in name ? name.text : "";
}
