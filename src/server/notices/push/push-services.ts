import { getSettings } from '~/server/env';

/**
 * The services of the browsers: Chrome, Edge on Android, Brave, Opera and Samsung; Firefox; Safari; Edge on Windows.
 * An endpoint is what somebody's browser says it is, so the server sends to no other host.
 */
const HOSTS =
  /^(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|[\w-]+\.(push\.apple|notify\.windows)\.com)$/;

/** Whether messages may be sent there: one of the browsers' services, or one that the operator named. */
export function isPushService(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  if (username || password) return false;
  return isNamedService(endpoint) || (protocol === 'https:' && port === '' && HOSTS.test(hostname));
}

/** Whether it is at a service that the operator named. */
export function isNamedService(endpoint: string): boolean {
  return getSettings().PUSH_SERVICES.includes(new URL(endpoint).origin);
}
