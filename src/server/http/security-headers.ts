import type { ServerResponse } from 'node:http';
import { getSettings } from '../env';

const TWO_YEARS_SECONDS = 63_072_000;
/** What a page's own policy must say beside its directives, because it replaces the header that is set here. */
export const FRAME_ANCESTORS = "frame-ancestors 'none'";

/**
 * The headers that every answer carries, whoever writes it. Pages add their own Content-Security-Policy (a <meta>
 * where prerendered); `frame-ancestors` only works as a header, so it is set here for all of them.
 */
export function setSecurityHeaders(response: ServerResponse, requestId: string): void {
  response.setHeader('x-request-id', requestId);
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('referrer-policy', 'strict-origin');
  response.setHeader('cross-origin-opener-policy', 'same-origin');
  response.setHeader('cross-origin-resource-policy', 'same-origin');
  response.setHeader('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()');
  response.setHeader('content-security-policy', FRAME_ANCESTORS);
  if (getSettings().SITE_URL.startsWith('https:')) {
    response.setHeader('strict-transport-security', `max-age=${TWO_YEARS_SECONDS}; includeSubDomains`);
  }
}
