/** Why texts can't be matched by a pattern in bounded time, as a sentence for the document's author. */
export class Unmatchable extends Error {}
