import { columnKey, columnNames } from "./shopify-columns.ts";

/** Data in a file that products here can't store: by topic, or columns without one. */
export interface LeftOut {
  topic: string;
  /** Their names in the file's header, truncated to a few. */
  columns: string[];
  /** Rows with a value in these columns. */
  rows: number;
}

const topics: Record<string, readonly string[]> = {
  barcode: ["Barcode", "Variant Barcode"],
  weight: ["Variant Weight"],
  tax: ["Charge tax", "Variant Taxable", "Tax code", "Variant Tax Code"],
  "gift cards": columnNames.giftCard,
};

const otherTopic = "other columns";

/** A unit without a weight says nothing. */
const weightUnits = ["Weight unit for display", "Variant Weight Unit"].map(columnKey);

const topicByColumn = new Map(
  Object.entries(topics).flatMap(([topic, columns]) =>
    columns.map((name) => [columnKey(name), topic] as const),
  ),
);

const maxColumns = 20;
const maxColumnName = 80;

/**
 * Counts the values of columns that aren't imported.
 * @param header the file's first row
 * @param imported the indexes of the imported columns
 */
export function leftOutCounter(header: string[], imported: ReadonlySet<number>) {
  const found = new Map([...Object.keys(topics), otherTopic].map((topic) => [topic, newCount()]));
  const columns = header.flatMap((cell, index) => {
    const topic = topicByColumn.get(columnKey(cell));
    if (topic === undefined && (imported.has(index) || weightUnits.includes(columnKey(cell)))) return [];
    const count = found.get(topic ?? otherTopic);
    return count ? { index, name: cell.trim().slice(0, maxColumnName), count } : [];
  });
  let rows = 0;

  return {
    add(cells: string[]): void {
      rows++;
      for (const { index, name, count } of columns) {
        if (!saysSomething(cells[index] ?? "")) continue;
        if (count.columns.size < maxColumns) count.columns.add(name);
        if (count.lastRow === rows) continue;
        count.lastRow = rows;
        count.rows++;
      }
    },
    result: (): LeftOut[] =>
      [...found].flatMap(([topic, { columns, rows }]) =>
        rows > 0 ? { topic, columns: [...columns], rows } : [],
      ),
  };
}

function newCount() {
  return { columns: new Set<string>(), rows: 0, lastRow: 0 };
}

/** Exports fill cells that don't apply with 0 or FALSE. */
function saysSomething(cell: string): boolean {
  const text = cell.trim();
  return text !== "" && !/^(?:0+(?:\.0*)?|false)$/i.test(text);
}
