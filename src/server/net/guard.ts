import { isIP } from 'node:net';
import { isDemo } from '../env';
import { type Allowance, isAllowed, isPublic, NOTHING_PRIVATE } from './addresses';
import { type Resolve, resolveName } from './names';

/** An address that somebody typed leads to where this server must not call. Never says which address it was. */
export class ForbiddenAddressError extends Error {
  override name = 'ForbiddenAddressError';
  readonly code = 'ERR_FORBIDDEN_ADDRESS';
}

/** What may be called besides public addresses, and how names are found. */
export type Guard = { allowance?: Allowance; resolve?: Resolve };

/**
 * The addresses of a host in a URL, a name or an address.
 * @throws {ForbiddenAddressError} if one of them must not be called: every one has to be public and called by https, or be
 * private and allowed by the operator; the demonstration calls nobody.
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
