/** A process that dies at one moment, before or after one of its calls to the database or the provider. */
export function dyingProcess(moment: number) {
  let moments = 0;
  let die: () => void = () => {};
  const dead = new Promise<"dead">((resolve) => {
    die = () => resolve("dead");
  });
  async function passMoment(): Promise<void> {
    if (moments++ !== moment) return;
    die();
    // This process does nothing any more.
    await new Promise(() => {});
  }
  function mortal<T extends object>(part: T): T {
    return new Proxy(part, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        return async (...args: unknown[]) => {
          await passMoment();
          const result: unknown = await member.apply(target, args);
          await passMoment();
          return result;
        };
      },
    });
  }
  return { dead, mortal };
}

/** Runs a task once for each moment at which the process could die, until it completes. */
export async function atEveryMoment(run: (moment: number) => Promise<"dead" | "lived">): Promise<number> {
  for (let moment = 0; ; moment++) {
    if ((await run(moment)) === "lived") return moment;
    if (moment > 40) throw new Error("It never completes.");
  }
}
