import { type Kind, type Member, memberOf } from "../../walk.ts";
import { type Fault, isFault } from "../files/source-files.ts";
import type { Origins } from "../origins.ts";
import { isObject, referenceIn, type Target } from "../references/descend.ts";
import type { Resolver } from "../references/resolve-reference.ts";
import type { Base } from "../references/schema-ids.ts";
import type { Remarks } from "../remarks.ts";

type Node = Record<string, unknown>;

/** What copying needs to know of the document around. */
export interface Surroundings {
  resolver: Resolver;
  origins: Origins;
  /** Gets an error for each reference that leads nowhere, which the copy has as it is. */
  remarks: Remarks;
  /** From 3.1 on, keywords beside a schema's reference count, and schemas have addresses. */
  isVersion30: boolean;
  /** The local reference to the component that a reference leads to; undefined for a kind that has no components. */
  toComponent: (kind: Kind, reference: Reference) => string | undefined;
}

export interface Reference {
  ref: string;
  /** What the reference is relative to. */
  base: Base;
  target: Target;
}

const exampleMessage =
  "The example's value is a reference, which OpenAPI takes for data. Write `examples: { <name>: { $ref: … } }`.";

export type CopyNodes = (target: Target, kind: Kind) => unknown;

/** Copies nodes of the files, with their references as the document in one piece has them. */
export function createCopyNodes(surroundings: Surroundings): CopyNodes {
  const { resolver, origins, remarks, isVersion30, toComponent } = surroundings;

  const copyTarget = ({ node, base, pointer }: Target, kind: Kind, around: Target[]): unknown => {
    const copy = copyNode(node, kind, base, around);
    if (isObject(copy)) origins.set(copy, { file: base.file.path, pointer });
    return copy;
  };

  const copyNode = (node: unknown, kind: Kind, outer: Base, around: Target[]): unknown => {
    if (!isObject(node) || Array.isArray(node)) return node;
    const base = kind === "schema" ? resolver.within(node, outer) : outer;
    const ref = referenceIn(node);
    if (ref === undefined) return copyMembers(node, kind, base, around);
    const target = resolver.find(ref, base);
    if (isFault(target)) return fail(node, target);
    const $ref = toComponent(kind, { ref, base, target });
    if ($ref === undefined) return copyInPlace(node, kind, base, [...around, target]);
    const isRead = kind === "schema" && !isVersion30;
    return { ...(isRead ? copyMembers(node, kind, base, around) : node), $ref };
  };

  /** What is beside the reference counts more than what it leads to. */
  const copyInPlace = (node: Node, kind: Kind, base: Base, around: Target[]): unknown => {
    const target = around.at(-1) as Target;
    if (around.filter((one) => one.node === target.node).length > 1)
      return fail(node, { message: `The reference ${node.$ref} contains itself.` });
    const copy = copyTarget(target, kind, around);
    const { $ref, ...siblings } = node;
    return isObject(copy) ? Object.assign(copy, copyMembers(siblings, kind, base, around)) : copy;
  };

  const copyMembers = (node: Node, kind: Kind, base: Base, around: Target[]): Node => {
    const copy: Node = {};
    for (const [key, value] of Object.entries(node)) {
      const member = memberOf(kind, key);
      copy[key] = member === undefined ? copyData(value) : copyMember(value, member, base, around);
    }
    if (hasReferenceForExample(node, kind))
      remarks.set(copy, { severity: "warning", message: exampleMessage });
    return kind === "schema" ? finishSchema(copy, base) : copy;
  };

  const copyMember = (value: unknown, member: Member, base: Base, around: Target[]): unknown => {
    if (typeof member === "string") return copyNode(value, member, base, around);
    const kind = Array.isArray(member) ? member[0] : member.values;
    if (Array.isArray(value)) return value.map((one) => copyNode(one, kind, base, around));
    if (!isObject(value)) return value;
    const ref = referenceIn(value);
    if (ref === undefined) {
      const copies = Object.entries(value).map(([key, one]) => [key, copyNode(one, kind, base, around)]);
      return Object.fromEntries(copies);
    }
    // OpenAPI allows no reference in place of all members, but documents of many files have them.
    const target = resolver.find(ref, base);
    if (isFault(target)) return fail(value, target);
    const copy = copyMember(target.node, member, target.base, around);
    if (isObject(copy)) origins.set(copy, { file: target.base.file.path, pointer: target.pointer });
    return copy;
  };

  const finishSchema = (schema: Node, base: Base): Node => {
    // References no longer need the address, which would lead local ones astray.
    if (!isVersion30) for (const keyword of ["$id", "$anchor"]) delete schema[keyword];
    const { discriminator } = schema;
    if (!isObject(discriminator)) return schema;
    const { mapping, defaultMapping } = discriminator;
    const all = Object.entries(isObject(mapping) ? mapping : {}).map(([value, ref]) => [
      value,
      mapped(ref, base, schema),
    ]);
    schema.discriminator = {
      ...discriminator,
      ...(mapping !== undefined && { mapping: Object.fromEntries(all) }),
      ...(defaultMapping !== undefined && { defaultMapping: mapped(defaultMapping, base, schema) }),
    };
    return schema;
  };

  /** A mapping has references, or names of components. */
  const mapped = (ref: unknown, base: Base, schema: Node): unknown => {
    if (typeof ref !== "string" || !/[#/.]/.test(ref)) return ref;
    const target = resolver.find(ref, base);
    if (!isFault(target)) return toComponent("schema", { ref, base, target });
    if (/[#/]/.test(ref)) remarks.set(schema, { ...target, severity: "warning" });
    return ref;
  };

  const fail = (node: Node, fault: Fault): object => {
    const copy = { ...node };
    remarks.set(copy, { ...fault, severity: "error", ref: String(node.$ref) });
    return copy;
  };

  return (target, kind) => copyTarget(target, kind, []);
}

function hasReferenceForExample(node: Node, kind: Kind): boolean {
  const value = kind === "example" ? node.value : kind === "schema" ? undefined : node.example;
  return referenceIn(value) !== undefined;
}

/** Data is copied too: overlays change the document, and never the files or another place with the same YAML anchor. */
function copyData(value: unknown): unknown {
  if (!isObject(value)) return value;
  if (Array.isArray(value)) return value.map(copyData);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, copyData(one)]));
}
