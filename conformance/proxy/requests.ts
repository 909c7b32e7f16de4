import type { Planned } from "./send.ts";

// What an end-to-end test run sends: valid requests, and invalid ones that a server refuses. `{name}` is replaced by what an
// earlier answer had: the last Location, the id of the last 201, the last ETag and cursor, and the first ETag of pcl_0001.

const ada = { "X-Api-Key": "key-ada" };
const bob = { "X-Api-Key": "key-bob" };
const wrong = { "X-Api-Key": "key-eve" };
const gzip = { "Accept-Encoding": "gzip" };
const form = { "Content-Type": "application/x-www-form-urlencoded" };

const recipient = { name: "Zoë Kowalska", street: "Quay 9", city: "Delft", country: "NL" };
const parcel = { sender: "Ada Byrne", recipient, weightKg: 2.5, express: true, insuredUntil: "2027-03-31" };
// Written by hand: JSON.stringify would round the number.
const full = json(
  parcel,
  '"trackingNumber":9007199254740993,"notify":"zoe@example.com","tags":["fragile","gift"]',
);
const small = json({ ...parcel, insuredUntil: null }, '"trackingNumber":17');
export const brokenJson = small.slice(0, 60);
const changed = json({ ...parcel, sender: "Grace Murray" }, '"trackingNumber":18,"tags":["heavy"]');

function json(value: object, more?: string): string {
  const text = JSON.stringify(value);
  return more ? `${text.slice(0, -1)},${more}}` : text;
}

function request(
  operation: string,
  target: string,
  headers: Record<string, string> = {},
  body?: string | Buffer,
): Planned {
  const method = operation.split(" ")[0] as string;
  return { operation: operation.split(" ")[1] ?? operation, method, target, headers, body };
}

const list = (target: string, headers: Record<string, string> = ada) =>
  request("GET listParcels", target, headers);
const get = (id: string, headers: Record<string, string> = ada) =>
  request("GET getParcel", `/parcels/${id}`, headers);
const head = (id: string) => request("HEAD getParcel", `/parcels/${id}`, ada);
const post = (body: string | undefined, headers: Record<string, string> = ada, type = "application/json") =>
  request("POST createParcel", "/parcels", { ...headers, "Content-Type": type }, body);
const put = (id: string, body: string, headers: Record<string, string> = {}) =>
  request(
    "PUT replaceParcel",
    `/parcels/${id}`,
    { ...ada, "Content-Type": "application/json", ...headers },
    body,
  );
const patch = (id: string, body: object) =>
  request(
    "PATCH updateParcel",
    `/parcels/${id}`,
    { ...ada, "Content-Type": "application/merge-patch+json" },
    json(body),
  );
const remove = (id: string, headers: Record<string, string> = ada) =>
  request("DELETE deleteParcel", `/parcels/${id}`, headers);
const label = (id: string) => request("GET getLabel", `/parcels/${id}/label`, ada);
const quote = (body: string) => request("POST createQuote", "/quotes", { ...ada, ...form }, body);
const report = (query: string) => request("GET getDailyReport", `/reports/daily${query}`, ada);
const depot = (id: string) => request("GET getDepot", `/depots/${id}`);
const located = (headers = ada) => request("GET getParcel", "{location}", headers);

const boundary = "parcels-boundary";
function photo(id: string, parts: string[]): Planned {
  const body = `${parts.map((part) => `--${boundary}\r\nContent-Disposition: form-data; ${part}\r\n`).join("")}--${boundary}--\r\n`;
  const type = { "Content-Type": `multipart/form-data; boundary=${boundary}` };
  return request("POST addPhoto", `/parcels/${id}/photos`, { ...ada, ...type }, body);
}
const file = 'name="photo"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nnot really a picture';
const caption = 'name="caption"\r\n\r\nThe left corner';

export const requests: Planned[] = [
  list("/parcels", {}),
  list("/parcels", wrong),
  list("/parcels"),
  list("/parcels", { ...ada, ...gzip }),
  list("/parcels?limit=2"),
  list("/parcels?limit=2&cursor={cursor}"),
  list("/parcels?limit=2&cursor={cursor}"),
  list("/parcels?status=delivered"),
  list("/parcels?status=returned"),
  list("/parcels?status=lost"),
  list("/parcels?limit=0"),
  list("/parcels?limit=1000"),
  list("/parcels?limit=abc"),
  list("/parcels?cursor=xyz"),
  list("/parcels?city=Kiel"),
  list("/parcels?city=%C5%81%C3%B3d%C5%BA"),
  list("/parcels?city=L%27Aquila"),
  list("/parcels", bob),

  get("pcl_0001"),
  get("pcl_0001"),
  get("pcl_0002"),
  get("pcl_0003"),
  head("pcl_0001"),
  get("pcl_0001", { ...ada, "If-None-Match": "{firstEtag}" }),
  get("pcl_0001", { ...ada, "If-None-Match": '"unknown"' }),
  get("pcl_9998"),
  get("abc"),
  get("pcl_0001", {}),
  get("pcl_0001", wrong),
  get("pcl_0001", bob),
  get("pcl_0007"),
  get("pcl_0007", bob),
  head("pcl_9998"),

  post(full),
  located(),
  located(bob),
  post(small),
  located(),
  post(json({ ...parcel, sender: "Ada 📦" }, '"trackingNumber":19')),
  post(json({ ...parcel, recipient: undefined }, '"trackingNumber":20')),
  post(json({ ...parcel, weightKg: "heavy" }, '"trackingNumber":21')),
  post(json({ ...parcel, weightKg: 99 }, '"trackingNumber":22')),
  post(json({ ...parcel, colour: "red" }, '"trackingNumber":23')),
  post(json({ ...parcel, notify: "zoe" }, '"trackingNumber":24')),
  post(brokenJson),
  post("Ada Byrne", ada, "text/plain"),
  post(undefined),
  post(small, {}),
  post(`[${small}]`),

  put("pcl_0002", full),
  get("pcl_0002"),
  put("pcl_0002", full),
  put("pcl_0002", changed, { "If-Match": '"stale"' }),
  get("pcl_0002"),
  put("pcl_0002", changed, { "If-Match": "{etag}" }),
  get("pcl_0002"),
  put("pcl_0003", small),
  put("pcl_0003", json(parcel)),
  put("pcl_9998", full),

  patch("pcl_0003", { sender: "Edsger Wybe" }),
  get("pcl_0003"),
  patch("pcl_0003", {}),
  patch("pcl_0003", { express: "yes" }),
  patch("pcl_9998", { express: true }),
  patch("pcl_0001", { weightKg: 3.75 }),
  get("pcl_0001"),
  get("pcl_0001", { ...ada, "If-None-Match": "{firstEtag}" }),

  remove("{created}", {}),
  remove("{created}"),
  get("{created}"),
  remove("{created}"),
  remove("pcl_0004"),
  get("pcl_0004"),
  list("/parcels"),

  label("pcl_0001"),
  label("pcl_9998"),
  photo("pcl_0001", [file, caption]),
  photo("pcl_0001", [caption]),
  photo("pcl_9998", [file]),
  quote("weightKg=2.5&country=DE"),
  quote("weightKg=12&country=FR"),
  quote("weightKg=abc&country=DE"),
  quote("weightKg=2.5&country=XX"),
  report("?date=2026-11-26"),
  report("?date=yesterday"),
  report(""),

  request("GET listDepots", "/depots"),
  depot("1"),
  depot("2"),
  depot("99"),
  depot("1abc"),
  depot("0"),
  request("DELETE deleteDepot", "/depots/2"),
  request("GET listAdminParcels", "/admin/parcels"),
];
