/** The person, key, command line or service that makes a change. */
export interface Actor {
  kind: "person" | "command_line" | "api_key" | "service";
  /** A person's id, the operating system's user, a key's id, or a name for the service. */
  id: string;
}

/** The service acting on a store's rule, without a request. */
export const theService: Actor = { kind: "service", id: "counterpart" };
