/** One fault of a request: the place and the problem, but never the value that was sent. */
export interface RequestFault {
  in: "body" | "path" | "query" | "header" | "cookie";
  /** For the body: JSON pointer (RFC 6901) to the value or the missing member; empty for the whole body. */
  pointer?: string;
  /** The name of the parameter, header or cookie. */
  name?: string;
  /** The schema keyword that is violated, such as `maximum`. */
  rule: string;
  /** What is wrong, as the end of a sentence that begins with the place: `must be <= 100`. */
  message: string;
}
