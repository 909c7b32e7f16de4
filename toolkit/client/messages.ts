// The exports for servers and generators: how media types, items, dates and parameters are read and written.

export { type EventData, type ItemFormat, itemFormat } from "./item-format.ts";
export { itemReader } from "./item-reader.ts";
export { eventText, itemText, type ServerSentEvent } from "./item-text.ts";
export { essence, findMediaType, isJson, isText, matchesMediaType } from "./media-type.ts";
export { assertExact, InexactInteger, type PointerTo, parseJson } from "./parse-json.ts";
export { asciiJson, encodeText } from "./styles/encode-text.ts";
export { headerText } from "./styles/header-text.ts";
export { partsOf } from "./styles/parts-of.ts";
export type { ParameterStyles, ValueStyle } from "./styles/value-style.ts";
