import type { CallInit, Convert, Prepare } from "./call-traits.ts";
import { type DatePlan, type DateTable, dateTexts, parseDates } from "./dates.ts";

/** Where a request has dates. */
export interface RequestPlans {
  params?: DatePlan;
  body?: DatePlan;
}

/** The parts of calls that parse dates and write them. @param table plans by name */
export function datesIn(table: DateTable) {
  return {
    /** @param plans where a request has dates */
    writeDates({ params, body }: RequestPlans): Prepare {
      return (init) => ({
        ...init,
        ...(init.params && {
          params: dateTexts(table, params, init.params) as NonNullable<CallInit["params"]>,
        }),
        ...(init.body !== undefined && { body: dateTexts(table, body, init.body) }),
      });
    },
    /** @param plans where responses have dates, by status as the document writes it */
    readDates(plans: Record<string, DatePlan>): Convert {
      return ({ response: { status }, data, error }, parseAs = "json") => {
        const plan = plans[status] ?? plans[`${String(status)[0]}XX`] ?? plans.default;
        return {
          data: parseAs === "json" ? parseDates(table, plan, data) : data,
          error: parseDates(table, plan, error),
        };
      };
    },
  };
}
