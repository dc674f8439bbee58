import { isIP } from 'node:net';
import { Agent, buildConnector, fetch as undiciFetch } from 'undici';
import { getSettings, isDemo } from '../env';
import { ForbiddenAddressError, findAddresses, type Guard } from './guard';
import { asLookup, resolveName } from './names';

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

const agents = {
  /** To where the operator says, wherever that is. The demonstration's says nothing. */
  set: isDemo() ? makeGuardedAgent() : new Agent({ connect: { lookup: asLookup(resolveName) } }),
  /** To what somebody typed. */
  typed: makeGuardedAgent({ allowance: getSettings().WEBHOOK_ALLOW_PRIVATE }),
  public: makeGuardedAgent(),
};

/** `fetch` by one of these agents. */
export function fetchBy(
  agent: keyof typeof agents,
  ...[input, init]: Parameters<typeof fetch>
): Promise<Response> {
  // The package's types are another version's than the platform's own.
  const options = { ...init, dispatcher: agents[agent] } as Parameters<typeof undiciFetch>[1];
  return undiciFetch(input as string, options) as unknown as Promise<Response>;
}
