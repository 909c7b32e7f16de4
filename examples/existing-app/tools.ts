export interface Tool {
  id: number;
  name: string;
  category: string;
  /** In euros. */
  deposit: number;
}

export interface Loan {
  id: number;
  toolId: number;
  member: string;
  /** A date. */
  until: string;
}

/** The library's tools and loans, in memory. */
export function createTools() {
  const tools = new Map<number, Tool>([
    [1, { id: 1, name: "Belt sander", category: "wood", deposit: 40 }],
    [2, { id: 2, name: "Torque wrench", category: "metal", deposit: 25 }],
  ]);
  const photos = new Map<number, Buffer>();
  const loans: Loan[] = [];
  let last = 2;
  return {
    list: (category?: string) =>
      [...tools.values()].filter((tool) => category === undefined || tool.category === category),
    find: (id: number) => tools.get(id),
    add(tool: Omit<Tool, "id">): Tool {
      const added = { id: ++last, ...tool };
      tools.set(added.id, added);
      return added;
    },
    change(id: number, changes: Partial<Omit<Tool, "id">>): Tool | undefined {
      const tool = tools.get(id);
      if (tool) tools.set(id, { ...tool, ...changes });
      return tools.get(id);
    },
    remove: (id: number) => tools.delete(id),
    photos,
    loans,
  };
}

export type Tools = ReturnType<typeof createTools>;
