/** How a value is serialized in a request or a header, in OpenAPI's terms. Defaults depend on the place. */
export interface ValueStyle {
  style?: string;
  explode?: boolean;
  /** Characters with a meaning in URLs, such as `/` and `?`, aren't encoded (RFC 6570, 3.2.3). */
  allowReserved?: boolean;
  /** The value is always JSON. */
  json?: boolean;
}

/** The styles of an operation's parameters, by place and name. Without a style, the place's default applies. */
export interface ParameterStyles {
  path?: Record<string, ValueStyle>;
  query?: Record<string, ValueStyle & { isWholeQuery?: boolean }>;
  header?: Record<string, ValueStyle>;
  cookie?: Record<string, ValueStyle>;
}
