// Serves `dist` on this machine: `npm start`, or `npm start 8080`.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const kinds = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".json": "application/json",
  ".txt": "text/plain; charset=utf-8", ".wasm": "application/wasm" };

export const serve = (folder, port) => new Promise((resolve) => {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    const file = join(folder, path.endsWith("/") ? "index.html" : path);
    try {
      const bytes = await readFile(file);
      response.writeHead(200, { "content-type": kinds[extname(file)] ?? "application/octet-stream" }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  server.listen(port, "127.0.0.1", () => resolve(server));
});

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = await serve(join(dirname(fileURLToPath(import.meta.url)), "dist"), Number(process.argv[2] ?? 8080));
  console.log(`http://localhost:${server.address().port}/`);
}
