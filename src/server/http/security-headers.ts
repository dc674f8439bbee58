import type { ServerResponse } from 'node:http';
import { getSettings } from '../env';

const TWO_YEARS_SECONDS = 63_072_000;
const PERMISSIONS =
  'camera=(), microphone=(), geolocation=(), payment=(), usb=(), ' +
  'publickey-credentials-get=(self), publickey-credentials-create=(self)';
/** A page's own policy replaces the header set here, so it must repeat this directive. */
export const FRAME_ANCESTORS = "frame-ancestors 'none'";

/**
 * Headers of every answer. Pages add their own Content-Security-Policy (prerendered ones as a <meta>);
 * `frame-ancestors` works only as a header, so it is set here.
 */
export function setSecurityHeaders(response: ServerResponse, requestId: string): void {
  response.setHeader('x-request-id', requestId);
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('referrer-policy', 'strict-origin-when-cross-origin');
  response.setHeader('cross-origin-opener-policy', 'same-origin');
  response.setHeader('cross-origin-resource-policy', 'same-origin');
  response.setHeader('permissions-policy', PERMISSIONS);
  response.setHeader('content-security-policy', FRAME_ANCESTORS);
  if (getSettings().SITE_URL.startsWith('https:'))
    response.setHeader('strict-transport-security', `max-age=${TWO_YEARS_SECONDS}; includeSubDomains`);
}
