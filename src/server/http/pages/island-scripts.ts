import { readFileSync } from 'node:fs';

/** Every script with the islands that need it, largest first. Empty in development, where nothing is bundled. */
let scripts: [script: string, neededBy: string[]][] = [];

/** Reads the list that the build made. */
export function readIslandScripts(list: URL): void {
  scripts = JSON.parse(readFileSync(list, 'utf8'));
}

/**
 * Lists in a page's head every script its islands need, so the browser loads them in parallel after the style sheet
 * (crm/load-islands.js). Moves Astro's own script from the first island to the page's end: a script waits for the style
 * sheet, and so would everything behind it. Works on bytes: decoding the page would cost time.
 */
export function arrangeIslandScripts(html: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const asked = findIslands(html);
  const needed = scripts
    .filter(([, neededBy]) => neededBy.some((island) => asked.has(island)))
    .map(([script]) => script);
  const headEnd = html.indexOf('</head>');
  // Astro writes a style, its script and the first island, in that order.
  const style = html.indexOf('<style>astro-island', headEnd);
  if (needed.length === 0 || style === -1) return html;
  const named = `<meta name="island-scripts" content="${needed.join(' ')}">`;
  const from = html.indexOf('<script>', style);
  const to = html.indexOf('<astro-island ', from);
  const bodyEnd = html.lastIndexOf('</body>');
  return Buffer.concat([
    html.subarray(0, headEnd),
    Buffer.from(named),
    html.subarray(headEnd, from),
    html.subarray(to, bodyEnd),
    html.subarray(from, to),
    html.subarray(bodyEnd),
  ]);
}

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
