/** Who changes something. */
export interface Actor {
  kind: "person" | "command_line" | "api_key";
  /** A person's id, the operating system's user, or a key's id. */
  id: string;
}
