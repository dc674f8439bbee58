import { defineMiddleware } from 'astro:middleware';
import { compressWhole } from '~/server/http/compression';
import { preloadIslandScripts } from '~/server/http/pages/island-scripts';
import { FRAME_ANCESTORS } from '~/server/http/security-headers';

/** What holds for every server-rendered page. Prerendered ones pass here only while they are built. */
export const onRequest = defineMiddleware(async (context, next) => {
  if (context.isPrerendered) return next();
  const response = await finish(await next(), context.request.headers.get('accept-encoding'));
  // Astro's own policy replaces the one that server/http/server.ts sets on every answer, so it must say this too.
  const policy = response.headers.get('content-security-policy');
  if (policy) response.headers.set('content-security-policy', `${policy}; ${FRAME_ANCESTORS}`);
  return response;
});

/** A page, compressed, with the scripts of its islands named in its head; any other answer as it is. */
async function finish(response: Response, acceptEncoding: string | null): Promise<Response> {
  if (response.headers.get('content-type') !== 'text/html') return response;
  const bytes = preloadIslandScripts(Buffer.from(await response.arrayBuffer()));
  const compressed = compressWhole(bytes, acceptEncoding);
  const page = new Response(compressed?.body ?? bytes, response);
  page.headers.set('content-type', 'text/html; charset=utf-8');
  if (compressed) page.headers.set('content-encoding', compressed.encoding);
  return page;
}
