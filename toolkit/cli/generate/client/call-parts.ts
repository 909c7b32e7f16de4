import { type EventData, type ItemFormat, isText, itemFormat } from "@counterpart/client/messages";
import type { BodyReadings, BodyTypes } from "@counterpart/client/requests";
import { isForm } from "@counterpart/server/document";
import { type CallData, isReadByItself } from "./client-calls.ts";

/**
 * A function of `@counterpart/client`, and the arguments that make it a part of a call: JSON, or other parts. Without
 * any, it is the part.
 */
export interface Part {
  name: string;
  args?: unknown[];
  parts?: Part[];
  /** Whether it is a constant of the generated file. */
  isLocal?: true;
}

/** A call's traits, as the client gets them: data, or parts by the trait's name. */
export interface CallParts {
  data: { path?: string; server?: string; isIdempotent?: boolean | "key" };
  prepare: Part[];
  read?: Part;
  convert?: Part;
  next?: Part;
}

/** The functions that send and read a call as documented. Only what it needs is imported. */
export function callParts(call: CallData): CallParts {
  const {
    path,
    server,
    styles = {},
    bodies,
    hasPlainForm,
    answers,
    eventData,
    next,
    idempotency,
    dates,
  } = call;
  const read = answers && readPart(answers, eventData);
  return {
    data: {
      ...(path !== undefined && { path }),
      ...(server !== undefined && { server }),
      ...(idempotency !== undefined && { isIdempotent: idempotency }),
    },
    prepare: [
      ...(dates?.request ? [{ name: "writeDates", args: [dates.request], isLocal: true as const }] : []),
      ...(styles.path ? [{ name: "styledPath", args: [styles.path] }] : []),
      ...(styles.query ? [{ name: "styledQuery", args: [styles.query] }] : []),
      ...(styles.header ? [{ name: "styledHeaders", args: [styles.header] }] : []),
      ...(styles.cookie ? [{ name: "styledCookies", args: [styles.cookie] }] : []),
      ...(bodies ? [bodyPart(bodies, hasPlainForm)] : []),
      ...(idempotency === "key" ? [{ name: "withKey" }] : []),
    ],
    ...(read && { read }),
    ...(dates?.responses && { convert: { name: "readDates", args: [dates.responses], isLocal: true } }),
    ...(next && { next: next === "link" ? { name: "byLink" } : { name: "byDocument", args: [next] } }),
  };
}

function bodyPart(bodies: BodyTypes, hasPlainForm: boolean | undefined): Part {
  const text = textBesideJson(bodies);
  if (text !== undefined) return { name: "jsonOrText", args: [text] };
  const [[form, { fields }], ...others] = Object.entries(bodies) as [[string, BodyTypes[string]]];
  if (others.length > 0 || !isForm(form)) return { name: "bodyOf", args: [bodies] };
  return hasPlainForm
    ? { name: "plainForm", args: [form] }
    : { name: "formOf", args: [form, ...(fields ? [fields] : [])] };
}

/** Streams are read item by item, other responses as documented. */
function readPart(answers: BodyReadings, eventData: EventData | undefined): Part | undefined {
  const others = Object.entries(answers).filter(([, reading]) => reading !== "items");
  const formats = new Set(
    Object.keys(answers).flatMap((name) => (answers[name] === "items" ? (itemFormat(name) ?? []) : [])),
  );
  let part: Part | undefined;
  if (!others.every(isReadByItself)) part = { name: "readingOf", args: [Object.fromEntries(others)] };
  // Without a media type, a response is what the document describes first.
  else if (Object.values(answers)[0] !== "items") part = { name: "readJson" };
  for (const format of formats) {
    part = { name: "itemsOf", parts: [syntaxPart(format, eventData), ...(part ? [part] : [])] };
  }
  return part;
}

/** The other media type of a body whose strings are never JSON. */
function textBesideJson(bodies: BodyTypes): string | undefined {
  const { "application/json": json, ...others } = bodies;
  const [other, ...more] = Object.entries(others);
  if (!json?.takes || json.takes.includes("string") || !other || more.length > 0) return undefined;
  const [name, { takes }] = other;
  return isText(name) && !name.includes("*") && takes?.join() === "string" ? name : undefined;
}

function syntaxPart(format: ItemFormat, eventData: EventData | undefined): Part {
  const names = { lines: "jsonLines", sequence: "jsonSequence", events: "serverSentEvents" };
  return { name: names[format], args: format === "events" && eventData ? [{ eventData }] : [] };
}
