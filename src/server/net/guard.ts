import { isIP } from 'node:net';
import { isDemo } from '../env';
import { type Allowlist, isAllowed, isPublic, NOTHING_PRIVATE } from './addresses';
import { type Resolve, resolveName } from './dns';

/** A typed address leads to where this server must not call. Never says to which address. */
export class ForbiddenAddressError extends Error {
  override name = 'ForbiddenAddressError';
  readonly code = 'ERR_FORBIDDEN_ADDRESS';
}

/** What may be called besides public addresses, and how names are resolved. */
export type Guard = { allowance?: Allowlist; resolve?: Resolve };

/**
 * Resolves a URL's host, a name or an address.
 * @throws {ForbiddenAddressError} if any address must not be called: each has to be public and called by https, or
 * private and allowed by the operator. The demo calls nobody.
 */
export async function findAddresses(
  { protocol, hostname }: { protocol: string; hostname: string },
  { allowance = NOTHING_PRIVATE, resolve = resolveName }: Guard = {},
): Promise<string[]> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const addresses = isIP(host) ? [host] : await resolve(host);
  const mayCall = (address: string) =>
    isPublic(address) ? protocol === 'https:' && !isDemo() : isAllowed(host, address, allowance);
  if (addresses.length === 0 || !addresses.every(mayCall)) throw new ForbiddenAddressError();
  return addresses;
}
