import { readFileSync } from 'node:fs';

/** Every script with the islands that need it, the largest first. Empty in development, where nothing is bundled. */
let scripts: [script: string, neededBy: string[]][] = [];

/** Reads the list that the build made. */
export function readIslandScripts(list: URL): void {
  scripts = JSON.parse(readFileSync(list, 'utf8'));
}

/**
 * Names in a page's head all scripts that its islands need, so that the browser loads them at the same time as the
 * page. The style sheet goes before them where the line has an order: nothing is drawn without it. Works on bytes,
 * because decoding the page would cost time.
 */
export function preloadIslandScripts(html: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const asked = findIslands(html);
  const links = scripts
    .filter(([, neededBy]) => neededBy.some((island) => asked.has(island)))
    .map(([script]) => `<link rel="modulepreload" href="${script}" fetchpriority="low">`);
  const end = html.indexOf('</head>');
  if (end === -1) return html;
  return Buffer.concat([html.subarray(0, end), Buffer.from(links.join('')), html.subarray(end)]);
}

/** The entry scripts of the page's islands. */
function findIslands(html: Buffer): Set<string> {
  const found = new Set<string>();
  for (const attribute of [' component-url="', ' renderer-url="']) {
    for (let at = html.indexOf(attribute); at !== -1; at = html.indexOf(attribute, at)) {
      at += attribute.length;
      found.add(html.toString('latin1', at, html.indexOf('"', at)));
    }
  }
  return found;
}
