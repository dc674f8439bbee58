import { getSettings } from '~/server/env';

/**
 * Push services of Chrome, Edge on Android, Brave, Opera and Samsung; Firefox; Safari; Edge on Windows. A browser
 * supplies the endpoint, so an allowlist keeps it from making the server call other hosts (SSRF).
 */
const HOSTS =
  /^(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|[\w-]+\.(push\.apple|notify\.windows)\.com)$/;

/** Whether messages may be sent there: a browser's service, or one the operator named. */
export function isPushService(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  if (username || password) return false;
  return isNamedService(endpoint) || (protocol === 'https:' && port === '' && HOSTS.test(hostname));
}

export function isNamedService(endpoint: string): boolean {
  return getSettings().PUSH_SERVICES.includes(new URL(endpoint).origin);
}
