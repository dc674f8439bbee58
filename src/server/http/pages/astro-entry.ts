import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestScope } from '../request-scope';

/** What @astrojs/node's middleware mode exports: `next` is called where no route matches. */
export type NodeAppHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
  locals: App.Locals,
) => Promise<void>;

/**
 * Astro's own entry, built beside this file's. It installs a listener that swallows every unhandled rejection; it is
 * taken out again, so that the process can decide for itself.
 */
export async function importAstroHandler(): Promise<NodeAppHandler> {
  const before = new Set(process.listeners('unhandledRejection'));
  const entry = new URL('./entry.mjs', import.meta.url).href;
  // It is loaded within the first request for a page, whose number nothing that it starts may carry.
  const { handler } = await requestScope.exit(
    (): Promise<{ handler: NodeAppHandler }> => import(/* @vite-ignore */ entry),
  );
  for (const listener of process.listeners('unhandledRejection')) {
    if (!before.has(listener)) process.off('unhandledRejection', listener);
  }
  return handler;
}
