/** The codes that only this API has, and their statuses (`OUT_OF_STOCK: 409`); `errors.ts` has those of any. */
export const ownCodes = {} as const;
