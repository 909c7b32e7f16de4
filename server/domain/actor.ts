/** Who changes something. */
export interface Actor {
  kind: "person" | "command_line" | "api_key" | "service";
  /** A person's id, the operating system's user, a key's id, or a name for the service. */
  id: string;
}

/** What the service does by a rule of the store's, without anyone asking. */
export const theService: Actor = { kind: "service", id: "counterpart" };
