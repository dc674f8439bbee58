import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestScope } from '../../log';

/** The type of @astrojs/node's middleware mode; it calls `next` if no route matches. */
export type NodeAppHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
  locals: App.Locals,
) => Promise<void>;

/**
 * Loads Astro's entry, built beside this file. Removes the listener it adds, which would swallow every unhandled
 * rejection before the process could react.
 */
export async function importAstroHandler(): Promise<NodeAppHandler> {
  const before = new Set(process.listeners('unhandledRejection'));
  const entry = new URL('./entry.mjs', import.meta.url).href;
  // Loaded during the first page request; nothing it starts may carry that request's id.
  const { handler } = await requestScope.exit(
    (): Promise<{ handler: NodeAppHandler }> => import(/* @vite-ignore */ entry),
  );
  for (const listener of process.listeners('unhandledRejection')) {
    if (!before.has(listener)) process.off('unhandledRejection', listener);
  }
  return handler;
}

/** Whether a path, decoded once, is a page rendered at run time. */
export type HasPage = (path: string) => boolean;

/** Reads the list made by build/list-routes.mjs. */
export function readPageRoutes(list: URL): HasPage {
  const patterns: string[] = JSON.parse(readFileSync(list, 'utf8'));
  const anyPage = new RegExp(patterns.map((pattern) => `(?:${pattern})`).join('|'));
  return (path) => anyPage.test(path);
}
