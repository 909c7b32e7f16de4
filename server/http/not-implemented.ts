/** Thrown by the stubs that `npm run scaffold` writes; answered as 501. */
export class NotImplemented extends Error {}

export async function notImplemented(): Promise<never> {
  throw new NotImplemented("This operation isn't written yet.");
}
