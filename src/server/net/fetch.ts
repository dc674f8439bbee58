import { once } from '../process/once';

/** Loaded by the first call: the package costs a tenth of the start-up time, and some 15 MB. */
const loadAgents = once(() => import('./agents'));

export const fetchOperatorUrl: typeof fetch = async (input, init) => (await loadAgents()).fetchBy('set', input, init);

/** `fetch` for addresses somebody typed: calls only those that may be called, judged at each connection. */
export const fetchUserUrl: typeof fetch = async (input, init) => (await loadAgents()).fetchBy('typed', input, init);

/** `fetch` for public addresses only. */
export const fetchPublic: typeof fetch = async (input, init) => (await loadAgents()).fetchBy('public', input, init);
