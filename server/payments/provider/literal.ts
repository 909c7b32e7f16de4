/** The literals of a union that also allows any other string, which the SDK's types do for future values. */
export type Literal<Word> = Word extends string ? (string extends Word ? never : Word) : never;
