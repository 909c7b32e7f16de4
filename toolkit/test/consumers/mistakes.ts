/** Code with a mistake, of which the compiler must say what is wrong. */
export interface Mistake {
  title: string;
  /** Statements in an async function with `ship`, `api` and, in a handler, `input`. */
  code: string;
}

/** Typical mistakes in handlers of the operation `addShip`, but for the last one. */
export const inHandlers: Mistake[] = [
  { title: "A status that isn't documented", code: "return { status: 200, body: ship };" },
  {
    title: "A property of another type",
    code: "return { status: 201, body: { id: input.body.name, name: input.body.name } };",
  },
  {
    title: "A property that isn't documented",
    code: "return { status: 201, body: { ...ship, owner: input.body.name } };",
  },
  { title: "A property that is missing", code: "return { status: 201, body: { name: input.body.name } };" },
  { title: "A response without its body", code: "return { status: 201 };" },
  {
    title: "An operation without a handler",
    code: "export const handlers: Handlers<string, object> = { addShip };",
  },
];

/** Typical mistakes in calls. */
export const inCalls: Mistake[] = [
  { title: "A call without its path parameter", code: "await api.readPicture();" },
  {
    title: "A query parameter that isn't documented",
    code: "await api.listShips({ query: { dock: true } });",
  },
  {
    title: "A body with a property of another type",
    code: 'await api.addShip({ body: { key: "k", name: 5 } });',
  },
  {
    title: "Data that is read before the status",
    code: "const { data } = await api.listShips();\nreturn data.length;",
  },
];
