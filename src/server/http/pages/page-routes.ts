import { readFileSync } from 'node:fs';

/** Whether a path, decoded once, is a page rendered at run time. */
export type HasPage = (path: string) => boolean;

/** Reads the list made by build/list-routes.mjs. */
export function readPageRoutes(list: URL): HasPage {
  const patterns: string[] = JSON.parse(readFileSync(list, 'utf8'));
  const anyPage = new RegExp(patterns.map((pattern) => `(?:${pattern})`).join('|'));
  return (path) => anyPage.test(path);
}
