/** The version of the Universal Commerce Protocol that is spoken here. */
export const ucpVersion = "2026-04-08";
