import { promises as dns } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import pLimit from 'p-limit';

export type Resolve = (host: string) => Promise<string[]>;

/** A name server that does not answer is given up after four seconds. */
const PATIENCE = { timeout: 2000, maxTimeout: 2000, tries: 2 };
/** Told at once, so that the system, which looks in more places, is quick, too. */
const UNKNOWN = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']);
const oneAtATime = pLimit(1);

/**
 * Finds all addresses of a name. The name servers are asked directly: the system's own look-up keeps one of the process's four
 * threads until a dead server is given up, and files, passwords and mail need the same threads. What is in no name server
 * may be in the system's table of hosts, or be completed by its search list, so then the system is asked, by one thread.
 */
export const resolveName = makeResolve();

/** `servers`: other name servers than the system's. */
export function makeResolve(servers?: readonly string[]): Resolve {
  return (host) => {
    // Made for each name, so that a change of the system's name servers is noticed.
    const resolver = new dns.Resolver(PATIENCE);
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

/** Finds names in the way that sockets ask for. */
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
