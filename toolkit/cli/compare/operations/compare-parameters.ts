import {
  type DocumentOperation,
  essence,
  keyOf,
  operationOf,
  type Parameter,
  type RawDocument,
  resolveIn,
} from "@counterpart/server/document";
import { escapePointerPart } from "@counterpart/server/values";
import { type Direction, pieceOf } from "../schemas/piece.ts";
import { shapeOf } from "../schemas/shape.ts";
import { breakAt, type ContractChange, type Contracts, type Pair, schemaChanges } from "./contracts.ts";
import { type Spot, within } from "./spot.ts";

/** @param direction `response` for parameters that the API sends, in a webhook */
export function compareParameters(
  contracts: Contracts,
  spot: Spot,
  [before, after]: Pair<DocumentOperation>,
  direction: Direction,
): ContractChange[] {
  const places = { ...spot, operation: after, raw: contracts.revision.source as RawDocument };
  const partners = new Map(after.parameters.map((one) => [identityIn(after, one), one]));
  const known = new Map(before.parameters.map((one) => [identityIn(before, one), one]));
  const kept = [...known].flatMap(([identity, parameter]) => {
    const same = partners.get(identity);
    if (same) return compareParameter(contracts, spotOf(places, same), [parameter, same], direction);
    // A path parameter that is no longer described accepts anything.
    if (parameter.in === "path") return [];
    const message = `The ${parameter.in} parameter \`${parameter.name}\` was removed.`;
    return [breakAt(spotOf(places, parameter), "parameter-removed", message)];
  });
  if (direction === "response") return kept;
  const added = [...partners].filter(([identity, { required }]) => required && !known.has(identity));
  return [
    ...kept,
    ...added.flatMap(([, parameter]) => becameRequired(contracts, spotOf(places, parameter), parameter)),
  ];
}

/** Path parameters are identified by their position, because their names aren't sent. */
function identityIn({ path }: DocumentOperation, parameter: Parameter): string {
  if (parameter.in !== "path") return keyOf({ ...parameter });
  return `path:${[...path.matchAll(/\{([^}]+)\}/g)].findIndex(([, name]) => name === parameter.name)}`;
}

interface Places extends Spot {
  operation: DocumentOperation;
  raw: RawDocument;
}

/** The parameter in words, and where the new document defines it: in the operation or in its path. */
function spotOf({ place, pointer, operation, raw }: Places, { in: where, name }: Parameter): Spot {
  const here = within({ place, pointer }, `${where} parameter ${name}`);
  const item = resolveIn(raw, raw.paths?.[operation.path] ?? {});
  const indexIn = (list: unknown) =>
    (Array.isArray(list) ? list : []).findIndex(
      (one) => keyOf(Object(resolveIn(raw, one))) === keyOf({ in: where, name }),
    );
  const own = indexIn(operationOf(item, operation.method)?.parameters);
  if (own !== -1) return within(here, "", "parameters", `${own}`);
  const shared = indexIn(item.parameters);
  if (shared === -1) return within(here, "", "parameters");
  return within(
    { ...here, pointer: `#/paths/${escapePointerPart(operation.path)}` },
    "",
    "parameters",
    `${shared}`,
  );
}

function becameRequired(contracts: Contracts, spot: Spot, parameter: Parameter): ContractChange[] {
  // The released document accepted any text there.
  if (parameter.in === "path") {
    const schemas: Pair<Parameter["schema"] | true> = [{ type: "string" }, schemaOf(parameter)];
    return schemaChanges(contracts, within(spot, "", "schema"), schemas, "request");
  }
  const message = `Required ${parameter.in} parameter \`${parameter.name}\` was added.`;
  return [breakAt(spot, "parameter-became-required", message)];
}

function compareParameter(
  contracts: Contracts,
  spot: Spot,
  [before, after]: Pair<Parameter>,
  direction: Direction,
): ContractChange[] {
  const changes: ContractChange[] = [];
  const named = `The ${after.in} parameter \`${after.name}\``;
  if (direction === "request" && after.required && !before.required)
    changes.push(breakAt(spot, "parameter-became-required", `${named} became required.`));
  if (direction === "response" && before.required && !after.required)
    changes.push(
      breakAt(spot, "parameter-became-optional", `${named} was always sent, and may be missing now.`),
    );
  const [was, is] = [writingOf(before, contracts.base), writingOf(after, contracts.revision)];
  if (was !== is)
    changes.push(
      breakAt(
        spot,
        "parameter-serialization-changed",
        `${named} was written as ${was}, and is written as ${is} now.`,
      ),
    );
  if (direction === "request" && isTrue(before, "allowEmptyValue") && !isTrue(after, "allowEmptyValue"))
    changes.push(breakAt(spot, "empty-value-refused", `${named} could be empty, and can't be any more.`));
  const keys = after.content ? ["content", Object.keys(after.content)[0] ?? "", "schema"] : ["schema"];
  return [
    ...changes,
    ...schemaChanges(contracts, within(spot, "", ...keys), [schemaOf(before), schemaOf(after)], direction),
  ];
}

function isTrue(parameter: object, keyword: string): boolean {
  return (parameter as Record<string, unknown>)[keyword] === true;
}

function schemaOf({ schema, content }: Parameter): Parameter["schema"] {
  return content ? (Object.values(content)[0]?.schema ?? {}) : schema;
}

/** How a value is serialized, ignoring what makes no difference for values of its type. */
function writingOf(parameter: Parameter, document: Contracts["base"]): string {
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
