import {
  type ApiDocument,
  type DocumentOperation,
  dayOf,
  operationOf,
  type RawDocument,
} from "@counterpart/server/document";
import { pairKey } from "./pairs.ts";

/** How many days in advance clients must be notified before an operation is removed. */
const noticeDays = 90;

const dayMs = 24 * 60 * 60 * 1000;

/** Faults in a document's deprecations, and in changes to released ones. */
export function deprecationFaults(released: ApiDocument | undefined, current: ApiDocument): string[] {
  const before = new Map(released?.operations.map((operation) => [pairKey(operation), operation]));
  return current.operations.flatMap((operation) => {
    const { operationId, deprecated } = operation;
    const { deprecatedSince, sunset } = writtenDates(current, operation);
    if (sunset === undefined) return [];
    if (!deprecated)
      return [`${operationId} has an x-sunset, but isn't deprecated. Add \`deprecated: true\`.`];
    if (deprecatedSince === undefined) {
      return [
        `${operationId} has an x-sunset, but no x-deprecated-since. Add the date on which it was deprecated.`,
      ];
    }
    const [since, end] = [Date.parse(deprecatedSince), Date.parse(sunset)];
    if (Number.isNaN(since) || Number.isNaN(end)) {
      return [`${operationId}: x-deprecated-since and x-sunset must be dates, such as 2026-01-15.`];
    }
    const earliest = since + noticeDays * dayMs;
    const promised = before.get(pairKey(operation))?.sunset;
    return [
      ...(end < earliest
        ? [
            `${operationId} ends on ${sunset}, less than ${noticeDays} days after it was deprecated on ${deprecatedSince}. ` +
              `Its x-sunset can be ${dayOf(earliest)} or later.`,
          ]
        : []),
      ...(promised !== undefined && end < Date.parse(promised)
        ? [
            `${operationId} ends on ${sunset}, but ${promised} was released. A sunset can be postponed, not brought forward.`,
          ]
        : []),
    ];
  });
}

/** The dates as the document spells them: reading a document drops invalid dates. */
function writtenDates({ source }: ApiDocument, { path, method }: DocumentOperation) {
  const operation = operationOf((source as RawDocument).paths[path], method) ?? {};
  const textOf = (value: unknown) => (value === undefined ? undefined : String(value));
  return { deprecatedSince: textOf(operation["x-deprecated-since"]), sunset: textOf(operation["x-sunset"]) };
}

/**
 * Sunsets that would give clients too little notice if the document were released today: a deprecation may
 * have waited for its release, or be backdated.
 */
export function shortNotices(released: ApiDocument, current: ApiDocument, today: string): string[] {
  const before = new Map(released.operations.map((operation) => [pairKey(operation), operation]));
  const earliest = Date.parse(today) + noticeDays * dayMs;
  return current.operations.flatMap((operation) => {
    const { operationId, sunset } = operation;
    if (sunset === undefined || sunset === before.get(pairKey(operation))?.sunset) return [];
    if (Date.parse(sunset) >= earliest) return [];
    return [
      `${operationId} ends on ${sunset}, less than ${noticeDays} days from today, and this release is the first to announce it. ` +
        `Its x-sunset can be ${dayOf(earliest)} or later.`,
    ];
  });
}

/** Whether the sunset of a released operation has been reached. */
export function hasEnded({ deprecated, sunset }: DocumentOperation, today: string): boolean {
  return deprecated && sunset !== undefined && Date.parse(sunset) <= Date.parse(today);
}

/** Why a released operation may not be removed yet. */
export function removalFault({ deprecated, sunset }: DocumentOperation, today: string): string {
  if (!deprecated) {
    return `It was never deprecated. Give it deprecated, x-deprecated-since and x-sunset, ${noticeDays} days ahead, release that, and remove it after that date.`;
  }
  if (sunset === undefined) {
    return `It is deprecated, but no end was released. Give it an x-sunset, ${noticeDays} days ahead, release that, and remove it after that date.`;
  }
  const days = Math.ceil((Date.parse(sunset) - Date.parse(today)) / dayMs);
  return `Its end is ${sunset}, in ${days} ${days === 1 ? "day" : "days"}. Restore it until then.`;
}
