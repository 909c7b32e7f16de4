import http from "node:http";

// The baseline for `counterpart proxy`: passes everything on, and looks at nothing.
const [to = ""] = process.argv.slice(2);
const agent = new http.Agent({ keepAlive: true });

http
  .createServer((req, res) => {
    const { method, url = "", headers } = req;
    const upstream = http.request(new URL(url, to), { method, headers, agent }, (response) => {
      res.writeHead(response.statusCode ?? 502, response.rawHeaders);
      response.pipe(res);
    });
    upstream.on("error", () => res.destroy());
    req.pipe(upstream);
  })
  .listen(Number(process.env.PORT), "127.0.0.1");
