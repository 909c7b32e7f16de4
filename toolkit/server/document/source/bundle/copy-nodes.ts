import { mapValues } from "../../map-values.ts";
import { setOwn } from "../../own.ts";
import { isContainer } from "../../references.ts";
import { type Kind, type Member, memberFor, type Node } from "../../walk.ts";
import { type Fault, isFault } from "../files/source-files.ts";
import type { Origins } from "../origins.ts";
import { referenceIn, type Target } from "../references/descend.ts";
import type { Resolver } from "../references/resolve-reference.ts";
import type { Base } from "../references/schema-ids.ts";
import type { Remarks } from "../remarks.ts";
import { decidingScope, dynamicTarget, entered, noScope, type Scope } from "./dynamic-references.ts";

/** What copying needs to know about the document. */
export interface CopyContext {
  resolver: Resolver;
  origins: Origins;
  /** Collects an error for each broken reference, which is copied unchanged. */
  remarks: Remarks;
  /** Since 3.1, schemas have addresses and keywords beside a schema's reference apply. */
  isVersion30: boolean;
  /** Why the target isn't of the expected kind; undefined if it may be. */
  whyOther: (ref: string, kind: Kind, target: Target) => string | undefined;
  /** The local reference to the component for a target; undefined for a kind without components. */
  toComponent: (kind: Kind, reference: Reference) => string | undefined;
}

export interface Reference {
  ref: string;
  /** The base that the reference is resolved against. */
  base: Base;
  target: Target;
  /** The scope that changes the meaning of the target; see `decidingScope`. */
  scope: Scope;
}

/** The context of a node. */
interface Surrounding {
  /** The base that its references are resolved against. */
  base: Base;
  scope: Scope;
  /** The targets of the enclosing inlined references. */
  around: Target[];
}

const exampleMessage =
  "The example's value is a reference, which OpenAPI reads as data. Write `examples: { <name>: { $ref: … } }`.";

const recursiveMessage =
  "`$recursiveRef` is of JSON Schema 2019-09. It is read as a `$ref` to the schema around it that has `$recursiveAnchor: true`, or else the outermost. Write that `$ref`.";

/** Far above the number in real documents. Nested references multiply. */
const maxCopiesInPlace = 10_000;

/** Copies nodes of the files and rewrites their references for the bundled document. */
export function createCopyNodes(context: CopyContext) {
  const { resolver, origins, remarks, isVersion30, whyOther, toComponent } = context;
  let copiesInPlace = 0;

  const copyTarget = (target: Target, kind: Kind, { scope, around }: Omit<Surrounding, "base">): unknown => {
    const { node, base, pointer } = target;
    const inner = kind === "schema" ? entered(scope, resolver.dynamicAnchorsOf(target)) : scope;
    const copy = copyNode(node, kind, { base, scope: inner, around });
    if (isContainer(copy)) origins.set(copy, { file: base.file.path, pointer });
    return copy;
  };

  const copyNode = (node: unknown, kind: Kind, outer: Surrounding): unknown => {
    if (!isContainer(node) || Array.isArray(node)) return node;
    const at = kind === "schema" ? within(node, outer) : outer;
    const { base } = at;
    const ref = referenceIn(node);
    if (ref === undefined) return copyMembers(node, kind, at);
    const target = resolver.find(ref, base, node);
    if (isFault(target)) return fail(node, target);
    const other = whyOther(ref, kind, target);
    if (other !== undefined)
      return kind === "schema" ? withoutReference(node, at) : fail(node, { message: other });
    const $ref = toComponent(kind, { ref, base, target, scope: decidingScope(resolver, target, at.scope) });
    if ($ref === undefined) return copyInPlace(node, kind, { ...at, around: [...at.around, target] });
    const isRead = kind === "schema" && !isVersion30;
    return Object.assign(isRead ? copyMembers(node, kind, at) : { ...node }, { $ref });
  };

  const withoutReference = ({ $ref, ...node }: Node, at: Surrounding): Node => {
    const copy = copyMembers(node, "schema", at);
    const message = `The reference ${$ref} doesn't point to a schema; it is ignored. The document's schemas are in #/components/schemas.`;
    remarks.set(copy, { severity: "warning", message });
    return copy;
  };

  const within = (node: Node, { base, scope, around }: Surrounding): Surrounding => ({
    base: resolver.within(node, base),
    scope: entered(scope, resolver.dynamicAnchorsWithin(node)),
    around,
  });

  /** Members beside the reference override those of its target. */
  const copyInPlace = (node: Node, kind: Kind, at: Surrounding): unknown => {
    const target = at.around.at(-1) as Target;
    if (at.around.filter((one) => one.node === target.node).length > 1)
      return fail(node, { message: `The reference ${node.$ref} contains itself.` });
    if (++copiesInPlace > maxCopiesInPlace) {
      const message = `The reference ${node.$ref} isn't read: the document repeats the targets of references more than ${maxCopiesInPlace} times.`;
      return fail(node, { message });
    }
    const copy = copyTarget(target, kind, at);
    const { $ref, ...siblings } = node;
    return isContainer(copy) ? Object.assign(copy, copyMembers(siblings, kind, at)) : copy;
  };

  const copyMembers = (node: Node, kind: Kind, at: Surrounding): Node => {
    const copy: Node = {};
    for (const key of Object.keys(node)) {
      const value = node[key];
      const member = memberFor(kind, key, value);
      setOwn(copy, key, member === undefined ? copyData(value) : copyMember(value, member, at));
    }
    if (hasReferenceForExample(node, kind))
      remarks.set(copy, { severity: "warning", message: exampleMessage });
    return kind === "schema" ? finishSchema(copy, node, at) : copy;
  };

  const copyMember = (value: unknown, member: Member, at: Surrounding): unknown => {
    if (typeof member === "string") return copyNode(value, member, at);
    const kind = Array.isArray(member) ? member[0] : member.values;
    if (Array.isArray(value)) return value.map((one) => copyNode(one, kind, at));
    if (!isContainer(value)) return value;
    const ref = referenceIn(value);
    if (ref === undefined) return mapValues(value, (one) => copyNode(one, kind, at));
    // OpenAPI allows no reference in place of a whole map or list, but multi-file documents use them.
    const target = resolver.find(ref, at.base, value);
    if (isFault(target)) return fail(value, target);
    const copy = copyMember(target.node, member, { ...at, base: target.base });
    if (isContainer(copy)) origins.set(copy, { file: target.base.file.path, pointer: target.pointer });
    return copy;
  };

  const finishSchema = (schema: Node, original: Node, at: Surrounding): Node => {
    if (!isVersion30) {
      // All references are local now, and these keywords would change what they resolve to.
      for (const keyword of ["$id", "$anchor", "$dynamicAnchor", "$recursiveAnchor"]) delete schema[keyword];
      if (typeof original.$dynamicRef === "string")
        refer(schema, "$dynamicRef", dynamicTarget(resolver, original, at.base, at.scope), at);
      const recursion = resolver.findRecursive(original);
      if (recursion && original.$recursiveRef === "#") {
        refer(schema, "$recursiveRef", recursion, at);
        remarks.set(schema, { severity: "warning", message: recursiveMessage });
      }
    }
    const { discriminator } = schema;
    if (!isContainer(discriminator)) return schema;
    const { mapping, defaultMapping } = discriminator;
    const follow = (ref: unknown) => mapped(ref, at, schema, original.discriminator as object);
    schema.discriminator = {
      ...discriminator,
      ...(mapping !== undefined && { mapping: mapValues(isContainer(mapping) ? mapping : {}, follow) }),
      ...(defaultMapping !== undefined && { defaultMapping: follow(defaultMapping) }),
    };
    return schema;
  };

  /** Replaces another keyword with a `$ref`, which may have to be combined with an existing one. */
  const refer = (
    schema: Node,
    keyword: string,
    target: Target | Fault,
    { base, scope }: Surrounding,
  ): void => {
    const ref = String(schema[keyword]);
    if (isFault(target)) {
      remarks.set(schema, { ...target, severity: "warning" });
      return;
    }
    delete schema[keyword];
    const $ref = toComponent("schema", { ref, base, target, scope: decidingScope(resolver, target, scope) });
    const allOf = Array.isArray(schema.allOf) ? schema.allOf : [];
    if (referenceIn(schema) === undefined) schema.$ref = $ref;
    else schema.allOf = [...allOf, { $ref }];
  };

  /** A mapping contains references or component names. */
  const mapped = (ref: unknown, { base, scope }: Surrounding, schema: Node, holder: object): unknown => {
    if (typeof ref !== "string" || !/[#/.]/.test(ref)) return ref;
    const target = resolver.find(ref, base, holder);
    if (!isFault(target))
      return toComponent("schema", { ref, base, target, scope: decidingScope(resolver, target, scope) });
    if (/[#/]/.test(ref)) remarks.set(schema, { ...target, severity: "warning" });
    return ref;
  };

  const fail = (node: Node, fault: Fault): object => {
    const copy = { ...node };
    remarks.set(copy, { ...fault, severity: "error", ref: String(node.$ref) });
    return copy;
  };

  return (target: Target, kind: Kind, scope = noScope) => copyTarget(target, kind, { scope, around: [] });
}

function hasReferenceForExample(node: Node, kind: Kind): boolean {
  const value = kind === "example" ? node.value : kind === "schema" ? undefined : node.example;
  return referenceIn(value) !== undefined;
}

/** Copies data too, so that overlays don't change source files or other uses of a YAML anchor. */
function copyData(value: unknown): unknown {
  if (!isContainer(value)) return value;
  if (Array.isArray(value)) return value.map(copyData);
  return mapValues(value, copyData);
}
