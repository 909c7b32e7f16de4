import type { DatePlan } from "@counterpart/client/dates";
import type { ApiDocument, DocumentOperation, MediaType } from "../document/document.ts";
import { getOrMake } from "../document/get-or-make.ts";
import { hasItems, isReadByItem } from "../document/item-stream.ts";
import { isForm, isJson, isOpenRange } from "../document/media-types.ts";
import { setOwn } from "../document/own.ts";
import { datePlans } from "../document/schemas/date-plans.ts";

/** Where an operation has dates: nowhere, unless the document asks for dates as `Date` (`x-dates`). */
export interface OperationDates {
  /** By place and name. */
  parameters: Record<string, Record<string, DatePlan>>;
  /** In requests, by media type. */
  bodies: Record<string, DatePlan>;
  /** In responses, by status as the document writes it. */
  responses: Record<string, DatePlan>;
}

const known = new WeakMap<ApiDocument, ReturnType<typeof datePlans>>();

/** The plans of a document's schemas. */
export function plansOf(document: ApiDocument) {
  return getOrMake(known, document, () => datePlans(document));
}

/** Whether values of a media type are read by their schema. Others are text or bytes. */
export function hasValues(mediaType: string): boolean {
  return isJson(mediaType) || isForm(mediaType) || isOpenRange(mediaType);
}

export function operationDates(document: ApiDocument, operation: DocumentOperation): OperationDates {
  const dates: OperationDates = { parameters: {}, bodies: {}, responses: {} };
  if (document.dates === undefined) return dates;
  const { of } = plansOf(document);
  const bodyPlan = (name: string, media: MediaType, isStream: boolean): DatePlan | undefined => {
    const plan = isStream ? of(media.itemSchema) : hasValues(name) ? of(media.schema) : undefined;
    return plan && isStream ? { each: plan } : plan;
  };
  for (const { in: place, name, schema, content } of operation.parameters) {
    const plan = of(content ? Object.values(content)[0]?.schema : schema);
    if (plan === undefined) continue;
    dates.parameters[place] ??= {};
    setOwn(dates.parameters[place], name, plan);
  }
  for (const [name, media] of Object.entries(operation.requestBody?.content ?? {})) {
    const plan = bodyPlan(name, media, isReadByItem(name, media));
    if (plan) setOwn(dates.bodies, name, plan);
  }
  for (const [status, { content }] of Object.entries(operation.responses)) {
    const plans = Object.entries(content).flatMap(
      ([name, media]) => bodyPlan(name, media, hasItems(name, media)) ?? [],
    );
    if (plans.length > 0) setOwn(dates.responses, status, plans.length > 1 ? plans : (plans[0] as DatePlan));
  }
  return dates;
}
