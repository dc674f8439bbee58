import { readFileSync } from 'node:fs';

/** Every script with the islands that need it, the largest first. Empty in development, where nothing is bundled. */
let scripts: [script: string, neededBy: string[]][] = [];

/** Reads the list that the build made. */
export function readIslandScripts(list: URL): void {
  scripts = JSON.parse(readFileSync(list, 'utf8'));
}

/**
 * Names in a page's head every script that its islands will ask for, so that the browser fetches all of them at once
 * while the page is still arriving.
 */
export function preloadIslandScripts(html: string): string {
  const asked = new Set([...html.matchAll(/ (?:renderer|component)-url="([^"]+)"/g)].map(([, url]) => url));
  const links = scripts
    .filter(([, neededBy]) => neededBy.some((island) => asked.has(island)))
    .map(([script]) => `<link rel="modulepreload" href="${script}">`);
  return html.replace('</head>', () => `${links.join('')}</head>`);
}
