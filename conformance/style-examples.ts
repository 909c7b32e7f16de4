const values = {
  empty: "",
  string: "blue",
  array: ["blue", "black", "brown"],
  object: { R: 100, G: 200, B: 150 },
};
type Column = keyof typeof values;
const columns = Object.keys(values) as Column[];

const color = { type: "integer" };
const schemas: Record<Column, object> = {
  empty: { type: "string" },
  string: { type: "string" },
  array: { type: "array", items: { type: "string" } },
  object: { type: "object", properties: { R: color, G: color, B: color } },
};

export type Place = "path" | "query" | "header" | "cookie";
type Row = [place: Place, style: string, explode: boolean, ...texts: (string | undefined)[]];

const unsaid = undefined;

/** How a parameter `color` is written by OpenAPI 3.2.0, 4.12.6: empty, a string, an array and an object. */
const rows: Row[] = [
  ["path", "matrix", false, ";color", ";color=blue", ";color=blue,black,brown", ";color=R,100,G,200,B,150"],
  [
    "path",
    "matrix",
    true,
    ";color",
    ";color=blue",
    ";color=blue;color=black;color=brown",
    ";R=100;G=200;B=150",
  ],
  ["path", "label", false, ".", ".blue", ".blue,black,brown", ".R,100,G,200,B,150"],
  ["path", "label", true, ".", ".blue", ".blue.black.brown", ".R=100.G=200.B=150"],
  ["path", "simple", false, "", "blue", "blue,black,brown", "R,100,G,200,B,150"],
  ["path", "simple", true, "", "blue", "blue,black,brown", "R=100,G=200,B=150"],
  ["header", "simple", false, "", "blue", "blue,black,brown", "R,100,G,200,B,150"],
  ["header", "simple", true, "", "blue", "blue,black,brown", "R=100,G=200,B=150"],
  ["query", "form", false, "color=", "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"],
  ["query", "form", true, "color=", "color=blue", "color=blue&color=black&color=brown", "R=100&G=200&B=150"],
  [
    "query",
    "spaceDelimited",
    false,
    unsaid,
    unsaid,
    "color=blue%20black%20brown",
    "color=R%20100%20G%20200%20B%20150",
  ],
  ["query", "spaceDelimited", true],
  [
    "query",
    "pipeDelimited",
    false,
    unsaid,
    unsaid,
    "color=blue%7Cblack%7Cbrown",
    "color=R%7C100%7CG%7C200%7CB%7C150",
  ],
  ["query", "pipeDelimited", true],
  ["query", "deepObject", true, unsaid, unsaid, unsaid, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"],
  ["cookie", "cookie", false, "color=", "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"],
  [
    "cookie",
    "cookie",
    true,
    "color=",
    "color=blue",
    "color=blue; color=black; color=brown",
    "R=100; G=200; B=150",
  ],
];

export interface StyleExample {
  name: string;
  place: Place;
  /** Of its operation. */
  path: string;
  parameter: object;
  value: unknown;
  /** Undefined if the specification doesn't say. */
  text: string | undefined;
}

/** Every cell of OpenAPI's table of style examples. */
export const styleExamples = rows.flatMap(([place, style, explode, ...texts]) =>
  columns.map((column, index): StyleExample => {
    const address = `/${place}/${style}/${explode}/${column}`;
    return {
      name: `${style} in ${place}, explode ${explode}, ${column}`,
      place,
      // A lone label would be a dot segment, which is removed from a path.
      path: place === "path" ? `${address}/is{color}` : address,
      parameter: {
        ...{ name: "color", in: place, required: place === "path" },
        ...{ style, explode, schema: schemas[column] },
      },
      value: values[column],
      text: texts[index],
    };
  }),
);
