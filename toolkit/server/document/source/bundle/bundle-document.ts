import { kindFault } from "../../kind-fault.ts";
import { escapePointerPart, pointerParts, type RawDocument } from "../../references.ts";
import type { Kind } from "../../walk.ts";
import type { SourceFile } from "../files/parse-source.ts";
import type { SourceFiles } from "../files/source-files.ts";
import { createOrigins } from "../origins.ts";
import type { Target } from "../references/descend.ts";
import { createResolver } from "../references/resolve-reference.ts";
import type { Remarks } from "../remarks.ts";
import { createNameComponent } from "./component-names.ts";
import { createCopyNodes, type Reference } from "./copy-nodes.ts";
import { noScope, type Scope } from "./dynamic-references.ts";
import { emptySections, ownComponents } from "./own-components.ts";

/** The section of `components` for each kind whose references are kept. */
const sections: Partial<Record<Kind, string>> = {
  callback: "callbacks",
  example: "examples",
  header: "headers",
  link: "links",
  parameter: "parameters",
  requestBody: "requestBodies",
  response: "responses",
  schema: "schemas",
  securityScheme: "securitySchemes",
};
const sectionNames = new Set(Object.values(sections));

/**
 * Bundles the files of a document into one, with local references to components. Targets without a component section are
 * inlined. Examples, defaults and extensions are copied as data.
 * @param root the file of an OpenAPI document
 * @param version of OpenAPI, as in `3.1.0`
 * @returns the bundle, with broken references as written, and an error for each in `remarks`
 */
export function bundleDocument(root: SourceFile, version: string, files: SourceFiles) {
  const document: RawDocument = { ...(root.value as RawDocument), openapi: version };
  const isVersion30 = version.startsWith("3.0.");
  const resolver = createResolver(files, !isVersion30);
  const rootTarget: Target = { node: document, pointer: "#", base: resolver.baseOf(root, "document") };
  const own = ownComponents(rootTarget, resolver);
  const nameComponent = createNameComponent(own);
  const waiting: { kind: Kind; section: string; name: string; target: Target; scope: Scope }[] = [];

  /**
   * Schemas may be recursive, so they stay references. Other objects inside a path are inlined where another
   * path refers to them.
   */
  const isInPath = (kind: Kind, { base, pointer }: Target): boolean =>
    kind !== "schema" && base.file === root && pointer.startsWith("#/paths/");
  const toComponent = (kind: Kind, { ref, base, target, scope }: Reference): string | undefined => {
    const section = sections[kind];
    if (section === undefined || isInPath(kind, target)) return undefined;
    if (scope.size === 0) {
      if (base.file === root && componentParts(ref) === 2) return ref;
      const isInComponent = target.base.file === root && componentParts(target.pointer) > 2;
      if (isInComponent) return target.pointer;
    }
    const { name, isNew } = nameComponent(section, target, scope);
    if (isNew) waiting.push({ kind, section, name, target, scope });
    return `#/components/${section}/${encodeURIComponent(escapePointerPart(name))}`;
  };

  // In other files, only components are certain to be what their section says.
  const whyOther = (ref: string, kind: Kind, { base, pointer, node }: Target): string | undefined =>
    kindFault(ref, kind, base.file === root || pointer.startsWith("#/components/") ? pointer : "", node);
  const origins = createOrigins();
  const remarks: Remarks = new Map();
  const copyNodes = createCopyNodes({ resolver, origins, remarks, isVersion30, whyOther, toComponent });
  const components = emptySections(rootTarget, resolver);
  const ordered = inOrder({ ...document, components });
  const raw = copyNodes({ ...rootTarget, node: ordered }, "document") as RawDocument;
  const add = (section: string, name: string, copy: unknown) => {
    raw.components[section] ??= {};
    raw.components[section][name] = copy;
  };
  for (const { section, name, kind, entry, elsewhere } of own) {
    const isNamedSo = elsewhere !== undefined && nameComponent(section, elsewhere, noScope).name === name;
    add(section, name, copyNodes(isNamedSo ? elsewhere : entry, kind));
  }
  // Copying may add more components to the list.
  for (const { section, name, kind, target, scope } of waiting)
    add(section, name, copyNodes(target, kind, scope));
  if (!document.components && Object.keys(raw.components).length === 0) delete raw.components;
  return { raw, origins, remarks };
}

const firstKeys = ["openapi", "info", "servers", "security", "tags", "paths", "webhooks", "components"];

/** Sorts the keys in a fixed order, so that moving one in the source file doesn't change the bundle. */
function inOrder(document: RawDocument): RawDocument {
  const rank = (key: string) => (firstKeys.includes(key) ? firstKeys.indexOf(key) : firstKeys.length);
  const entries = Object.entries(document).sort(([one], [other]) => rank(one) - rank(other));
  return Object.fromEntries(entries) as RawDocument;
}

/** The number of keys that a local reference has below `components`; 0 for other references. */
function componentParts(ref: string): number {
  const [, section = "", ...names] = ref.startsWith("#/components/") ? pointerParts(ref) : [];
  return sectionNames.has(section) ? 1 + names.length : 0;
}
