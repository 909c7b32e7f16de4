/** Marks the bundled documents that `counterpart generate` writes. */
export const bundleMark = { "x-bundled-by": "counterpart generate" };
