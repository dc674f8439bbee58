import { readFileSync } from 'node:fs';

/** Every script with the islands that need it, the largest first. Empty in development, where nothing is bundled. */
let scripts: [script: string, neededBy: string[]][] = [];

/** Reads the list that the build made. */
export function readIslandScripts(list: URL): void {
  scripts = JSON.parse(readFileSync(list, 'utf8'));
}

/**
 * Names in a page's head every script that its islands will ask for, so that the browser fetches all of them at once
 * while the page is still arriving. It works on bytes: a page's text is not needed as text.
 */
export function preloadIslandScripts(html: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const asked = findIslands(html);
  const links = scripts
    .filter(([, neededBy]) => neededBy.some((island) => asked.has(island)))
    .map(([script]) => `<link rel="modulepreload" href="${script}">`);
  const end = html.indexOf('</head>');
  if (end === -1) return html;
  return Buffer.concat([html.subarray(0, end), Buffer.from(links.join('')), html.subarray(end)]);
}

/** The scripts that the page's islands begin with. */
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
