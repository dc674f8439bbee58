import { once } from '../process/once';

/** Loaded by the first call: the package takes a tenth of the time that a start does, and some 15 MB. */
const loadAgents = once(() => import('./agents'));

/** `fetch` for addresses that the operator has set. */
export const fetchSet: typeof fetch = async (input, init) => (await loadAgents()).fetchBy('set', input, init);

/** `fetch` for addresses that somebody typed: calls only those that may be called, which is decided for each connection. */
export const fetchTyped: typeof fetch = async (input, init) =>
  (await loadAgents()).fetchBy('typed', input, init);

/** `fetch` for public addresses alone. */
export const fetchPublic: typeof fetch = async (input, init) =>
  (await loadAgents()).fetchBy('public', input, init);
