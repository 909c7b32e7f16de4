/** How a value is written in a request or in a header, in OpenAPI's words. What isn't given is the default of the place. */
export interface ValueStyle {
  style?: string;
  explode?: boolean;
  /** Characters that have a meaning in addresses, such as `/` and `?`, stay as they are (RFC 6570, 3.2.3). */
  allowReserved?: boolean;
  /** The value is JSON, whatever it is. */
  json?: boolean;
}

/** The styles of an operation's parameters, by place and name. Without a style, a value is written as its place has it. */
export interface ParameterStyles {
  path?: Record<string, ValueStyle>;
  query?: Record<string, ValueStyle & { isWholeQuery?: boolean }>;
  header?: Record<string, ValueStyle>;
  cookie?: Record<string, ValueStyle>;
}
