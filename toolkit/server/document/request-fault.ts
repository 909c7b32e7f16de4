/** One thing that is wrong with a request. It says where and what, and never repeats the value that was sent. */
export interface RequestFault {
  in: "body" | "path" | "query" | "header" | "cookie";
  /** In the body: a JSON pointer (RFC 6901) to the value, or to where it is missing. Empty for the whole body. */
  pointer?: string;
  /** Of the parameter, the header or the cookie. */
  name?: string;
  /** The keyword of the schema that isn't met, such as `maximum`. */
  rule: string;
  /** What is wrong, as the end of a sentence that begins with the place: `must be <= 100`. */
  message: string;
}
