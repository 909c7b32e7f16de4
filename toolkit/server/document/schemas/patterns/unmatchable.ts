/** Why a pattern can't be matched in bounded time, as a sentence for the document's author. */
export class Unmatchable extends Error {}
