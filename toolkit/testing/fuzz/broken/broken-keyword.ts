import type { ErrorObject } from "ajv";

/** Keywords that report an error besides those of their subschemas. */
const composite = ["oneOf", "anyOf", "if", "contains", "propertyNames", "discriminator"];

/** The violated keyword; undefined if there are several, or none. */
export function brokenKeyword(errors: ErrorObject[]): string | undefined {
  const around = errors.filter(({ keyword }) => composite.includes(keyword));
  const roots = errors.filter(
    (error) =>
      !around.some(
        (other) =>
          other !== error && isWithin(error, other) && !(around.includes(error) && isWithin(other, error)),
      ),
  );
  // Two parts of a schema may report the same error.
  const messages = new Set(
    roots.map(({ keyword, instancePath, params }) =>
      JSON.stringify([keyword, instancePath, params.missingProperty, params.additionalProperty]),
    ),
  );
  return messages.size === 1 ? roots[0]?.keyword : undefined;
}

function isWithin({ instancePath }: ErrorObject, around: ErrorObject): boolean {
  return instancePath === around.instancePath || instancePath.startsWith(`${around.instancePath}/`);
}
