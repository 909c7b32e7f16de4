import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { startCommand } from "../../helpers/processes/start-command.ts";

const isOfV8 = (word: string) => /^--(max|heap|no-allocation)-/.test(word);
const ours = startCommand().filter(isOfV8);

/** A project may have a large document: DECISIONS.md, "Five flags of V8". */
const ofProjects = ours.map((flag) => flag.replace(/^(--heap-growing-percent)=20$/, "$1=60"));

/** What a command gives V8; of the words of a shell or of a Dockerfile. */
const flagsIn = (command: string) => (command.match(/--[\w-]+(=\w+)?/g) ?? []).filter(isOfV8);

describe("the flags of V8", () => {
  test("there are some", () => {
    expect(ours.length).toBeGreaterThan(0);
    expect(ofProjects).not.toEqual(ours);
  });

  test.each(["Dockerfile", "toolkit/template/Dockerfile", "deploy/systemd/counterpart@.service"])(
    "%s starts with them",
    (file) => {
      const commands =
        readFileSync(file, "utf8").match(/^(CMD|RUN|ExecStart=).*(\\\n.*)*server\/main\.ts.*(\\\n.*)*/gm) ??
        [];
      // What fills the compile cache has them too: the cache is kept by flags.
      const flags = commands.flatMap((command) => command.split("||")).map(flagsIn);
      expect(flags.length).toBeGreaterThan(0);
      const expected = file.startsWith("toolkit/template/") ? ofProjects : ours;
      expect(flags).toEqual(flags.map(() => expected));
    },
  );

  test("so does npm start of a new project", () => {
    const { scripts } = JSON.parse(readFileSync("toolkit/template/package.json", "utf8"));
    expect(flagsIn(scripts.start)).toEqual(ofProjects);
  });
});
