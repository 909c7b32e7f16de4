import {
  type ApiDocument,
  type DocumentOperation,
  essence,
  keyOf,
  operationOf,
  type Parameter,
  type RawDocument,
  resolveIn,
} from "@counterpart/server/document";
import { escapePointerPart } from "@counterpart/server/values";
import { pieceOf } from "../schemas/piece.ts";
import { shapeOf } from "../schemas/shape.ts";
import { breakAt, type ContractChange, type Pair, type Site, schemaChanges } from "./contracts.ts";
import { within } from "./spot.ts";

export function compareParameters(site: Site, [before, after]: Pair<DocumentOperation>): ContractChange[] {
  const at = (parameter: Parameter) => siteOf(site, after, parameter);
  const partners = new Map(after.parameters.map((one) => [identityIn(after, one), one]));
  const known = new Map(before.parameters.map((one) => [identityIn(before, one), one]));
  const kept = [...known].flatMap(([identity, parameter]) => {
    const same = partners.get(identity);
    if (same) return compareParameter(at(same), [parameter, same]);
    // A path parameter that is no longer described accepts anything.
    if (parameter.in === "path") return [];
    const message = `The ${parameter.in} parameter \`${parameter.name}\` was removed.`;
    return [breakAt(at(parameter), "parameter-removed", message)];
  });
  if (site.direction === "response") return kept;
  const added = [...partners].filter(([identity, { required }]) => required && !known.has(identity));
  return [...kept, ...added.flatMap(([, parameter]) => becameRequired(at(parameter), parameter))];
}

/** Path parameters are identified by their position, because their names aren't sent. */
function identityIn({ path }: DocumentOperation, parameter: Parameter): string {
  if (parameter.in !== "path") return keyOf({ ...parameter });
  return `path:${[...path.matchAll(/\{([^}]+)\}/g)].findIndex(([, name]) => name === parameter.name)}`;
}

/** The parameter in words, and where the new document defines it: in the operation or in its path. */
function siteOf(site: Site, operation: DocumentOperation, { in: where, name }: Parameter): Site {
  const here = within(site, `${where} parameter ${name}`);
  const raw = site.revision.source as RawDocument;
  const item = resolveIn(raw, raw.paths?.[operation.path] ?? {});
  const indexIn = (list: unknown) =>
    (Array.isArray(list) ? list : []).findIndex(
      (one) => keyOf(Object(resolveIn(raw, one))) === keyOf({ in: where, name }),
    );
  const own = indexIn(operationOf(item, operation.method)?.parameters);
  if (own !== -1) return within(here, "", "parameters", `${own}`);
  const shared = indexIn(item.parameters);
  if (shared === -1) return within(here, "", "parameters");
  return { ...here, pointer: `#/paths/${escapePointerPart(operation.path)}/parameters/${shared}` };
}

function becameRequired(site: Site, parameter: Parameter): ContractChange[] {
  // The released document accepted any text there.
  if (parameter.in === "path") {
    const schemas: Pair<Parameter["schema"] | true> = [{ type: "string" }, schemaOf(parameter)];
    return schemaChanges(within(site, "", "schema"), schemas);
  }
  const message = `Required ${parameter.in} parameter \`${parameter.name}\` was added.`;
  return [breakAt(site, "parameter-became-required", message)];
}

function compareParameter(site: Site, [before, after]: Pair<Parameter>): ContractChange[] {
  const { base, revision, direction } = site;
  const changes: ContractChange[] = [];
  const named = `The ${after.in} parameter \`${after.name}\``;
  if (direction === "request" && after.required && !before.required)
    changes.push(breakAt(site, "parameter-became-required", `${named} became required.`));
  if (direction === "response" && before.required && !after.required)
    changes.push(
      breakAt(site, "parameter-became-optional", `${named} was always sent, and may be missing now.`),
    );
  const [was, is] = [writingOf(before, base), writingOf(after, revision)];
  if (was !== is)
    changes.push(
      breakAt(
        site,
        "parameter-serialization-changed",
        `${named} was written as ${was}, and is written as ${is} now.`,
      ),
    );
  if (direction === "request" && isTrue(before, "allowEmptyValue") && !isTrue(after, "allowEmptyValue"))
    changes.push(breakAt(site, "empty-value-refused", `${named} could be empty, and can't be any more.`));
  const keys = after.content ? ["content", Object.keys(after.content)[0] ?? "", "schema"] : ["schema"];
  const schemas: Pair<Parameter["schema"]> = [schemaOf(before), schemaOf(after)];
  return [...changes, ...schemaChanges(within(site, "", ...keys), schemas)];
}

function isTrue(parameter: object, keyword: string): boolean {
  return (parameter as Record<string, unknown>)[keyword] === true;
}

function schemaOf({ schema, content }: Parameter): Parameter["schema"] {
  return content ? (Object.values(content)[0]?.schema ?? {}) : schema;
}

/** How a value is serialized, ignoring what makes no difference for values of its type. */
function writingOf(parameter: Parameter, document: ApiDocument): string {
  const { in: where, content, isWholeQuery } = parameter;
  if (isWholeQuery) return "the whole query";
  if (content) return essence(Object.keys(content)[0] ?? "");
  const usual = where === "query" ? "form" : where === "cookie" ? "form" : "simple";
  const style = parameter.style ?? usual;
  const explode = parameter.explode ?? (style === "form" || style === "cookie");
  const { types } = shapeOf([pieceOf(parameter.schema, "#", document)]);
  const isNested = types.has("array") || types.has("object");
  const reserved = isTrue(parameter, "allowReserved") ? ", with reserved characters" : "";
  // All styles write a scalar the same way, except those that add a prefix.
  if (!isNested) return `${style === "label" || style === "matrix" ? style : "text"}${reserved}`;
  return `${style}${explode ? ", exploded" : ""}${reserved}`;
}
