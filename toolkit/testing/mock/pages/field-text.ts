import { encodeText } from "@counterpart/client/messages";
import { type ApiDocument, type Parameter, summarizeSchema } from "@counterpart/server/document";
import { parsedJson } from "@counterpart/server/values";
import { serialise } from "../../samples/parameter-text.ts";

/** A parameter's value as a person types it: `a,b` for a list, JSON for an object. */
export function textOf(document: ApiDocument, parameter: Parameter, value: unknown): string {
  if (value === undefined) return "";
  if (parameter.content) return JSON.stringify(value);
  if (typeof value !== "object") return String(value);
  const isPlainList = Array.isArray(value) && value.every((one) => /^[^,[{]+$/.test(String(one)));
  return isPlainList && typesOf(document, parameter).has("array") ? value.join(",") : JSON.stringify(value);
}

/**
 * A typed value as it is sent: serialized in the parameter's style where that is possible, else as it is, so that
 * the response shows how the API refuses it.
 */
export function sentField(document: ApiDocument, parameter: Parameter, text: string): string {
  return serialise(parameter, typedValue(document, parameter, text)) ?? asTyped(parameter, text);
}

function typedValue(document: ApiDocument, parameter: Parameter, text: string): unknown {
  const types = typesOf(document, parameter);
  if (parameter.content || (types.has("object") && text.startsWith("{"))) return parsedJson(text);
  if (types.has("array")) return text.startsWith("[") ? parsedJson(text) : text.split(",");
  return text;
}

function typesOf(document: ApiDocument, { schema }: Parameter): Set<unknown> {
  return summarizeSchema(document, schema).types;
}

function asTyped({ in: place, name, isWholeQuery }: Parameter, text: string): string {
  if (place === "header") return text;
  return place === "path" || isWholeQuery ? encodeText(text) : `${encodeText(name)}=${encodeText(text)}`;
}
