import { EVENT_ID, type Event } from "js-yaml";
import { maxDepth, tooDeep } from "./nesting.ts";
import { ParseFault, placeAt } from "./parse-fault.ts";

/** The size of a node with its aliases expanded. */
interface Extent {
  nodes: number;
  levels: number;
}

interface Open extends Extent {
  anchor?: string;
}

/** Aliases may expand a document to this multiple of its nodes, plus an allowance for small documents. */
const maxGrowth = 10;
const freeNodes = 100_000;

/**
 * Refuses YAML with recursive aliases, or with aliases that expand to millions of nodes or levels.
 * @throws ParseFault at the alias
 */
export function refuseEndless(events: Event[], text: string): void {
  const anchors = new Map<string, Extent | "open">();
  const open: Open[] = [];
  const most = freeNodes + maxGrowth * events.length;
  let nodes = 0;
  const add = ({ nodes, levels }: Extent): void => {
    const around = open.at(-1);
    if (!around) return;
    around.nodes += nodes;
    around.levels = Math.max(around.levels, levels + 1);
  };
  for (const event of events) {
    if (event.type === EVENT_ID.POP) {
      const done = open.pop();
      if (!done) continue;
      if (done.anchor !== undefined) anchors.set(done.anchor, done);
      add(done);
      continue;
    }
    if (event.type === EVENT_ID.DOCUMENT) {
      open.push({ nodes: 0, levels: 0 });
      continue;
    }
    const { anchorStart, anchorEnd } = event;
    const name = anchorStart < 0 ? undefined : text.slice(anchorStart, anchorEnd);
    if (event.type === EVENT_ID.ALIAS) {
      const extent = anchors.get(name ?? "") ?? { nodes: 1, levels: 1 };
      const fault = (message: string) => new ParseFault(message, placeAt(text, anchorStart));
      if (extent === "open") throw fault("An anchor contains itself.");
      nodes += extent.nodes;
      if (nodes > most) throw fault(`Aliases repeat what they name to more than ${most} nodes.`);
      // The document itself is on the stack too.
      if (open.length - 1 + extent.levels > maxDepth) throw fault(tooDeep);
      add(extent);
      continue;
    }
    nodes++;
    if (event.type === EVENT_ID.SCALAR) {
      if (name !== undefined) anchors.set(name, { nodes: 1, levels: 1 });
      add({ nodes: 1, levels: 1 });
      continue;
    }
    if (name !== undefined) anchors.set(name, "open");
    open.push({ nodes: 1, levels: 1, ...(name !== undefined && { anchor: name }) });
  }
}
