type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
type ToNumber<Text extends string> = Text extends `${infer N extends number}` ? N : never;
type StatusesFrom<First extends string> = ToNumber<`${First}${Digit}${Digit}`>;
type InRangesOf<Key> = Key extends `${infer First}XX` ? StatusesFrom<First> : never;

/** Successful statuses. */
export type SuccessStatus = StatusesFrom<"2">;

/**
 * The statuses that an entry of `responses` covers: `404` itself, `4XX` all of its range without their own entry, and
 * `default` all that no other entry covers. Beside a documented success, `default` covers only errors.
 */
export type StatusOf<Key, Responses> = Key extends number
  ? Key
  : Key extends `${infer First}XX`
    ? Exclude<StatusesFrom<First>, keyof Responses>
    : Exclude<
        StatusesFrom<"3" | "4" | "5"> | (HasSuccess<keyof Responses> extends true ? never : SuccessStatus),
        keyof Responses | InRangesOf<keyof Responses>
      >;

type HasSuccess<Key> = Extract<Key, SuccessStatus | "2XX"> extends never ? false : true;
