import { Agent, fetch as fetchBy } from 'undici';
import { getSettings, isDemo } from '../env';
import { makeGuardedAgent } from './guard';
import { asLookup, resolveName } from './names';

/** To where the operator says, wherever that is. The demonstration's says nothing. */
export const openAgent = isDemo()
  ? makeGuardedAgent()
  : new Agent({ connect: { lookup: asLookup(resolveName) } });

let guarded: Agent | undefined;

/** `fetch` for addresses that the operator has set. */
export const fetchSet: typeof fetch = (input, init) => fetchThrough(openAgent, input, init);

/** `fetch` for addresses that somebody typed: calls only those that may be called, which is decided for each connection. */
export const fetchTyped: typeof fetch = (input, init) => {
  guarded ??= makeGuardedAgent({ allowance: getSettings().WEBHOOK_ALLOW_PRIVATE });
  return fetchThrough(guarded, input, init);
};

/** The package's types are another version's than the platform's own. */
function fetchThrough(
  dispatcher: Agent,
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
): Promise<Response> {
  const options = { ...init, dispatcher } as Parameters<typeof fetchBy>[1];
  return fetchBy(input as string, options) as unknown as Promise<Response>;
}
