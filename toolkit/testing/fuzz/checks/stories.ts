import { type Check, check, type Model } from "../check.ts";

/** Sequences of requests agree with a model of the server. */
export function stories({ name, operations, weight, commands, run }: Model): Check {
  return check({ name: `story: ${name}`, operations, weight, arbitrary: commands, run });
}
