import { isIP } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { isDemo } from '../env';
import { type Allowance, isAllowed, isPublic, NOTHING_PRIVATE } from './addresses';
import { asLookup, type Resolve, resolveName } from './names';

/** An address that somebody typed leads to where this server must not call. Never says which address it was. */
export class ForbiddenAddressError extends Error {
  override name = 'ForbiddenAddressError';
  readonly code = 'ERR_FORBIDDEN_ADDRESS';
}

type Guard = { allowance?: Allowance; resolve?: Resolve };

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

/**
 * Connects only to addresses that may be called, which is decided when it connects and for the very addresses that it
 * connects to: a name that has changed its address since it was checked changes nothing.
 */
export function makeGuardedAgent(guard: Guard = {}): Agent {
  const connectBy = (protocol: string) =>
    buildConnector({
      allowH2: false,
      lookup: asLookup((hostname) => findAddresses({ protocol, hostname }, guard)),
    });
  const connectors: Record<string, ReturnType<typeof buildConnector>> = {
    'http:': connectBy('http:'),
    'https:': connectBy('https:'),
  };
  return new Agent({
    allowH2: false,
    connect: (options, done) => {
      const connect = connectors[options.protocol];
      const host = options.hostname.replace(/^\[(.*)\]$/, '$1');
      if (!connect) done(new ForbiddenAddressError(), null);
      // Node looks up names only, so an address is judged here.
      else if (isIP(host) === 0) connect(options, done);
      else
        findAddresses(options, guard).then(
          () => connect(options, done),
          (error: Error) => done(error, null),
        );
    },
  });
}
