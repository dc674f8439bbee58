import { defineMiddleware } from 'astro:middleware';
import { FRAME_ANCESTORS } from '~/server/http/security-headers';
import { renderPlainPage } from '~/server/plain-page';

const SAFE_METHODS = new Set(['GET', 'HEAD']);

/**
 * What holds for every server-rendered page. Endpoints look after themselves (server/endpoint.ts); prerendered
 * pages pass here only while they are built, and get their headers from server/main.ts.
 */
export const onRequest = defineMiddleware(async (context, next) => {
  if (context.isPrerendered) return next();
  // `astro dev` runs without server/main.ts, which sets these.
  context.locals.clientAddress ??= context.clientAddress;
  context.locals.requestId ??= crypto.randomUUID();

  const isPage = !context.routePattern.startsWith('/api/') && !context.routePattern.startsWith('/webhook/');
  if (isPage && !SAFE_METHODS.has(context.request.method)) {
    // What a form of an island sends where its script could not run.
    const sentence = 'Para enviar este formulario hace falta JavaScript. Activalo y probá de nuevo.';
    return renderPlainPage(405, sentence, { allow: 'GET, HEAD' });
  }
  const response = await next();
  const type = response.headers.get('content-type');
  if (type === 'text/html') response.headers.set('content-type', 'text/html; charset=utf-8');
  // Astro's own policy replaces the one that server/main.ts sets on every answer, so it must say this too.
  const policy = response.headers.get('content-security-policy');
  if (policy) response.headers.set('content-security-policy', `${policy}; ${FRAME_ANCESTORS}`);
  return response;
});
