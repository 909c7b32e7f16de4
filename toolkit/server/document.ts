// The exports for tests and tools: a document's types, and questions about its parts. Loads no library.

export { bodyReading, bodyShape, sentMediaType, unreadAs } from "./document/body-reading.ts";
export { type Caching, cachingOf, takesIfMatch } from "./document/caching.ts";
export { dayOf, isDay, readDatedList, readList } from "./document/dated-list.ts";
export {
  type ApiDocument,
  countSchemas,
  type DocumentOperation,
  type Header,
  keyNames,
  type MediaType,
  type OutgoingRequest,
  type Parameter,
  type RateLimit,
  type RequestBody,
  type Response,
  resolve,
  type Schema,
  targetOf,
} from "./document/document.ts";
export { errorCodeNames, propertyEnum } from "./document/error-codes.ts";
export {
  bodyByPlan,
  type ErrorFacts,
  type ErrorPlan,
  type ErrorText,
  errorContent,
  plainPlan,
  planErrorBody,
} from "./document/error-plan.ts";
export { examplesOf, namedExamples } from "./document/examples-of.ts";
export {
  bundledFile,
  coverageFolder,
  docsFiles,
  docsFolder,
  existingBundle,
} from "./document/generated-files.ts";
export { keyParameter, takesIdempotencyKey } from "./document/idempotency.ts";
export { hasItems, isReadByItem, withListSchema } from "./document/item-stream.ts";
export {
  essence,
  findMediaType,
  isForm,
  isJson,
  isOpenRange,
  matchesMediaType,
  sendableMediaType,
} from "./document/media-types.ts";
export { hasOpenBodyType, negotiableTypes } from "./document/negotiable-types.ts";
export { operationSelectors } from "./document/operation-selectors.ts";
export {
  fallbackOperationId,
  isBodilessMethod,
  methods,
  operationOf,
  operationPointer,
  operationsOf,
  withOperation,
} from "./document/path-item.ts";
export { parameterNames } from "./document/path-template.ts";
export { percentDecoded } from "./document/percent-decoding.ts";
export { outgoingPathItems } from "./document/reading/outgoing-requests.ts";
export { readHeader } from "./document/reading/read-response.ts";
export { type Any, isContainer, type RawDocument, resolveIn, targetIn } from "./document/references.ts";
export type { LeftOut } from "./document/repair/left-out.ts";
export { keyOf } from "./document/repair/repair-parameters.ts";
export { withoutLeftOut } from "./document/repair/without-left-out.ts";
export type { RequestFault } from "./document/request-fault.ts";
export { isBodiless, responseFor, responseKey } from "./document/response-for.ts";
export { isBinary } from "./document/schemas/binary.ts";
export { isDateText } from "./document/schemas/date-text.ts";
export { createFillsIn, defaultOf } from "./document/schemas/default-of.ts";
export { flat, typeOf } from "./document/schemas/flat-schema.ts";
export { createFoundWithin } from "./document/schemas/found-within.ts";
export { isOfType } from "./document/schemas/is-of-type.ts";
export { createIsMultiple, decimalOf, numberOf } from "./document/schemas/multiple-of.ts";
export { hasReadOrWriteOnly, isMarked, type Mark, omitMarked } from "./document/schemas/omit-marked.ts";
export { evaluatesAlone, otherItems, otherProperties } from "./document/schemas/other-properties.ts";
export { type Follow, partsOf } from "./document/schemas/parts-of.ts";
export { codePointsOf } from "./document/schemas/patterns/code-points.ts";
export { regularExpression } from "./document/schemas/regular-expression.ts";
export {
  annotationKeywords,
  listKeywords,
  mapKeywords,
  schemaKeywords,
} from "./document/schemas/schema-keywords.ts";
export { isOfBytes, summarizeSchema } from "./document/schemas/summarize-schema.ts";
export { isOpen, type SecurityScheme } from "./document/security.ts";
export { type Selector, sentPath } from "./document/selectors.ts";
export { serverUrl } from "./document/server-url.ts";
export { slice } from "./document/slice.ts";
export { withoutOutsideReferences } from "./document/source/references/without-outside-references.ts";
export { mayBeEmpty, styleOf } from "./document/value-style.ts";
export { isObject, listIn, mapDocument, type Node, pointerOf, visits } from "./document/walk.ts";
export { acceptsAnyRequest } from "./validation/accepts-any-request.ts";
export { isTooDeep } from "./validation/nesting.ts";
export { isSigned } from "./webhooks/is-signed.ts";
