/** A word or phrase that the project avoids, and what to write instead. */
export interface AvoidedWord {
  readonly word: string;
  /** Without flags: matched against whole words, in any case. */
  readonly pattern: string;
  readonly instead: string;
  /** The files that it is avoided in; all of them by default. */
  readonly files?: RegExp;
}

/** The right word depends on the sentence, so `instead` has several. */
export const avoidedWords: readonly AvoidedWord[] = [
  { word: "tell", pattern: "tell|tells|telling|told", instead: "report, log, say, show, warn, distinguish" },
  { word: "whoever", pattern: "whoever", instead: "callers, users, anyone who" },
  { word: "whatever else", pattern: "whatever else", instead: "everything else, other" },
  { word: "nobody", pattern: "nobody", instead: "no one, no client, no process, unused" },
  { word: "somebody", pattern: "somebody", instead: "someone, a user, the person" },
  { word: "for good", pattern: "for good(?! reason)", instead: "permanently" },
  { word: "of its own", pattern: "of (its|their|his|her|one's) own", instead: "its own" },
  // "Stand-in" is the name of the Stripe substitute.
  { word: "stand", pattern: "stands|stand(?!-| in\\b)", instead: "is, apply, remain" },
  { word: "heed", pattern: "heeds?|heeded", instead: "honour, respect" },
  { word: "mend", pattern: "mends?|mended|mending", instead: "fix, repair" },
  { word: "quaint", pattern: "quaint", instead: "odd, unusual" },
  { word: "namely", pattern: "namely", instead: "a colon" },
  { word: "thereby", pattern: "thereby|hereby", instead: "so, with this" },
  { word: "is asked for", pattern: "(is|are|was|were) asked for", instead: "is requested" },
  { word: "wants to be", pattern: "wants? to be", instead: "must be, should be" },
  { word: "what is what", pattern: "what is what", instead: "which is which, the kind of each" },
  { word: "each other's", pattern: "each other's", instead: "the other's, one another's" },
  { word: "so long as", pattern: "so long as", instead: "while, as long as" },
  { word: "in its place", pattern: "in its place", instead: "instead" },
  { word: "now and then", pattern: "now and then", instead: "sometimes, occasionally" },
  { word: "become of", pattern: "(become|becomes|became) of", instead: "status, result, what happened to" },
  { word: "anew", pattern: "anew|afresh", instead: "again" },
  { word: "e-mail", pattern: "e-mails?|e-mailed", instead: "email" },
  // Code still has it in names, and mail servers and mail programs are called so.
  {
    word: "this mail",
    pattern:
      "(a|an|the|this|no|every|each|such|by) mails?(?! (server|program|provider)s?)|was mailed|mails it",
    instead: "email",
    files: /\.(md|ya?ml)$|^server\/(cli|dashboard|settings\.ts|events\/mail\/(texts\/en|link-letters)\.ts)/,
  },
  // The verb is fine: a server answers 404. Code still has the noun in names.
  {
    word: "the answer",
    pattern: "(an|the|its|same|every|first|such) answers?",
    instead: "response",
    files: /\.(md|ya?ml)$|^toolkit\/(cli\/commands|testing\/(checks|fuzz|mock))\//,
  },
];
