import { isObject } from "@counterpart/server/document/walk";

export interface Discriminator {
  propertyName: string;
  mapping?: unknown;
  /** Of every value that stands for no other alternative. */
  defaultMapping?: unknown;
}

export function discriminatorOf(schema: unknown): Discriminator | undefined {
  const { discriminator } = Object(schema);
  return isObject(discriminator) && typeof discriminator.propertyName === "string"
    ? (discriminator as unknown as Discriminator)
    : undefined;
}
