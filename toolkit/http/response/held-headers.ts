import type { Response } from "express";

/** Name, value, name, value: as `writeHead` takes them. */
export type HeaderList = string[];

const held = Symbol("headers that aren't set yet");

interface HoldingResponse extends Response {
  [held]?: HeaderList | undefined;
}

/** Every method of a response by which somebody sees or changes its headers, or sends them. */
const methods = [
  "appendHeader",
  "getHeader",
  "getHeaderNames",
  "getHeaders",
  "getRawHeaderNames",
  "hasHeader",
  "removeHeader",
  "setHeader",
  "setHeaders",
  "writeHead",
];

/**
 * Lets responses with this prototype hold headers back. To set a header takes Node three times as long as to write it, so the
 * pipeline's own are collected in a list, and written with the head. Nobody else notices: a response sets them as soon
 * as any of its headers is read or changed, and whoever sends it, sends them too.
 */
export function letResponsesHoldHeaders(response: Response): void {
  for (const name of methods) {
    const original: (this: Response, ...args: unknown[]) => unknown = Reflect.get(response, name);
    Object.defineProperty(response, name, {
      value(this: HoldingResponse, ...args: unknown[]) {
        if (this[held]) setHeldHeaders(this);
        return original.apply(this, args);
      },
    });
  }
}

/** Begins to hold headers back. @param list is changed by what is added */
export function holdHeaders(res: Response, list: HeaderList): void {
  (res as HoldingResponse)[held] = list;
}

/** Sets a header that the response doesn't have yet. */
export function addHeader(res: Response, name: string, value: string): void {
  const list = (res as HoldingResponse)[held];
  if (list) list.push(name, value);
  else res.setHeader(name, value);
}

/** Sets a header that the response may have with another value. */
export function replaceHeader(res: Response, name: string, value: string): void {
  const list = (res as HoldingResponse)[held];
  if (!list) return void res.setHeader(name, value);
  const at = indexOf(list, name);
  if (at === undefined) list.push(name, value);
  else list[at + 1] = value;
}

/** Whether the response has a header, spelled like this where it is held back. */
export function hasHeader(res: Response, name: string): boolean {
  const list = (res as HoldingResponse)[held];
  return list ? indexOf(list, name) !== undefined : res.hasHeader(name);
}

function indexOf(list: HeaderList, name: string): number | undefined {
  for (let at = 0; at < list.length; at += 2) if (list[at] === name) return at;
  return undefined;
}

/** The headers to send, of a response that has no others; undefined when somebody has set some. */
export function takeHeaders(res: Response): HeaderList | undefined {
  const list = (res as HoldingResponse)[held];
  (res as HoldingResponse)[held] = undefined;
  return list;
}

function setHeldHeaders(res: HoldingResponse): void {
  const list = takeHeaders(res) ?? [];
  for (let at = 0; at < list.length; at += 2) res.setHeader(list[at] ?? "", list[at + 1] ?? "");
}
