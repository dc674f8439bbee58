import { defineMiddleware } from 'astro:middleware';
import { compressWhole } from '~/server/http/compression';
import { FRAME_ANCESTORS } from '~/server/http/security-headers';
import { filedMails } from '~/server/mail/smtp';

/** Sets the headers of server-rendered pages. Prerendered pages pass here only at build. */
export const onRequest = defineMiddleware(async (context, next) => {
  if (context.isPrerendered) return next();
  const filed = filedMails();
  if (filed) context.locals.filedMails = filed;
  const response = await finish(await next(), context.request.headers.get('accept-encoding'));
  // Astro's policy replaces the one from server/http/server.ts, so it needs this directive too.
  const policy = response.headers.get('content-security-policy');
  if (policy) response.headers.set('content-security-policy', `${policy}; ${FRAME_ANCESTORS}`);
  return response;
});

/** HTML is never cached and is compressed; other responses stay as they are. */
async function finish(response: Response, acceptEncoding: string | null): Promise<Response> {
  if (response.headers.get('content-type') !== 'text/html') return response;
  const bytes = Buffer.from(await response.arrayBuffer());
  const compressed = compressWhole(bytes, acceptEncoding);
  const page = new Response(compressed?.body ?? bytes, response);
  page.headers.set('content-type', 'text/html; charset=utf-8');
  page.headers.set('cache-control', 'no-store');
  if (compressed) page.headers.set('content-encoding', compressed.encoding);
  return page;
}
