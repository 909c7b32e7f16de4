/** The literals of a union that also allows any other string, as the SDK's types do for values of the future. */
export type Literal<Word> = Word extends string ? (string extends Word ? never : Word) : never;
