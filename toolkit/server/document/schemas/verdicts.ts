/** Whether parts of a value fit schemas, as found while the value is validated. */
export interface Verdicts {
  /** @param decide is asked once for each schema and object */
  of(schema: object, value: object, decide: () => boolean): boolean;
  /** Forgets them all, before another value. The same object may have changed. */
  forget(): void;
}

/**
 * `unevaluatedProperties` asks again which alternatives a value fits. Of schemas that contain themselves, each level would
 * otherwise double the work.
 */
export function createVerdicts(): Verdicts {
  let known: Map<object, Map<object, boolean>> | undefined;
  return {
    of(schema, value, decide) {
      known ??= new Map();
      const ofSchema = known.get(schema) ?? new Map<object, boolean>();
      known.set(schema, ofSchema);
      const verdict = ofSchema.get(value) ?? decide();
      ofSchema.set(value, verdict);
      return verdict;
    },
    forget() {
      known = undefined;
    },
  };
}
