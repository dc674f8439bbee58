import { promises as dns } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import pLimit from 'p-limit';

export type Resolve = (host: string) => Promise<string[]>;

/** An unresponsive name server is given up after four seconds. */
const QUERY_TIMEOUTS = { timeout: 2000, maxTimeout: 2000, tries: 2 };
/** Failures that come at once: the system, which looks in more places, then fails quickly, too. */
const UNKNOWN = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']);
const oneAtATime = pLimit(1);

/**
 * Resolves all addresses of a name. Asks the name servers directly: the system's own look-up holds one of the process's
 * four threads until a dead server is given up, and files, passwords and mail need them. Only names no server knows go
 * to the system, on one thread, for its hosts table and search list.
 */
export const resolveName = makeResolve();

/** `servers` replaces the system's name servers. */
export function makeResolve(servers?: readonly string[]): Resolve {
  return (host) => {
    // Made per name, so a change of the system's name servers is noticed.
    const resolver = new dns.Resolver(QUERY_TIMEOUTS);
    if (servers) resolver.setServers(servers);
    return resolveBy(resolver, host);
  };
}

async function resolveBy(resolver: dns.Resolver, host: string): Promise<string[]> {
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses;
  for (const answer of answers)
    if (answer.status === 'rejected' && !UNKNOWN.has(answer.reason.code)) throw answer.reason;
  const found = await oneAtATime(() => dns.lookup(host, { all: true }));
  return found.map(({ address }) => address);
}

/** Adapts to the `lookup` option of sockets. */
export function asLookup(resolve: Resolve): LookupFunction {
  return (host, { all, family }, done) => {
    resolve(host).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        const wanted = family === 4 || family === 6 ? found.filter((one) => one.family === family) : found;
        const [first] = wanted;
        if (all) done(null, wanted);
        else if (first) done(null, first.address, first.family);
        else done(Object.assign(new Error('no such address'), { code: 'ENOTFOUND' }), '');
      },
      (error: Error) => done(error, ''),
    );
  };
}
