/** Where the nodes of a file are. A node is a number, whose meaning is the file format's own. */
export interface Places {
  root: Member;
  /** The members of an object by key, or the items of a list by index; none for another value. */
  membersOf: (node: number) => Map<string, Member>;
}

export interface Member {
  node: number;
  /** Where a reader looks for it in the text: at its key, or at the item itself. */
  offset: number;
}
