import { isIP } from 'node:net';
import { Agent, buildConnector, fetch as undiciFetch } from 'undici';
import { getSettings, isDemo } from '../env';
import { asLookup, resolveName } from './dns';
import { ForbiddenAddressError, findAddresses, type Guard } from './guard';

/**
 * Connects only to addresses that may be called. This is decided on connecting, for the very addresses used, so DNS
 * rebinding after a check gains nothing.
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
      // Node calls `lookup` for names only, so literal addresses are judged here.
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
  /** To wherever the operator's settings say; the demo has none. */
  set: isDemo() ? makeGuardedAgent() : new Agent({ connect: { lookup: asLookup(resolveName) } }),
  /** To what somebody typed. */
  typed: makeGuardedAgent({ allowance: getSettings().WEBHOOK_ALLOW_PRIVATE }),
  public: makeGuardedAgent(),
};

/** `fetch` through one of these agents. */
export function fetchBy(agent: keyof typeof agents, ...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  // undici's types differ from the platform's by version.
  const options = { ...init, dispatcher: agents[agent] } as Parameters<typeof undiciFetch>[1];
  return undiciFetch(input as string, options) as unknown as Promise<Response>;
}
