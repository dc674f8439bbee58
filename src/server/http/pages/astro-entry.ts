import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestScope } from '../request-scope';

/** The type of @astrojs/node's middleware mode. It calls `next` if no route matches. */
export type NodeAppHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
  locals: App.Locals,
) => Promise<void>;

/**
 * Loads Astro's entry, which is built beside this file. It adds a listener that hides every unhandled rejection; this
 * removes the listener, so that the process can react to them.
 */
export async function importAstroHandler(): Promise<NodeAppHandler> {
  const before = new Set(process.listeners('unhandledRejection'));
  const entry = new URL('./entry.mjs', import.meta.url).href;
  // Loaded during the first request for a page. Nothing that it starts may carry that request's id.
  const { handler } = await requestScope.exit(
    (): Promise<{ handler: NodeAppHandler }> => import(/* @vite-ignore */ entry),
  );
  for (const listener of process.listeners('unhandledRejection')) {
    if (!before.has(listener)) process.off('unhandledRejection', listener);
  }
  return handler;
}
