import { fetchSet } from '~/server/net/fetch';
import { describeNetworkFailure } from '~/server/outbox/network-failure';
import type { Finding } from './run-checks';

const PATIENCE_MS = 10_000;

/** Sends OPTIONS, which starts no workflow. Any answer shows that the host is there. `call` is the fetch to use. */
export async function checkReachable(
  name: string,
  url: string | undefined,
  call: typeof fetch = fetchSet,
): Promise<Finding> {
  if (!url) return { name, result: 'good', detail: 'no está configurada' };
  const { host, origin, pathname, search } = new URL(url);
  try {
    const { status, body } = await call(`${origin}${pathname}${search}`, {
      method: 'OPTIONS',
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    await body?.cancel();
    return { name, result: 'good', detail: `${host} responde (${status})` };
  } catch (error) {
    return { name, result: 'bad', detail: `${host}: ${describeNetworkFailure(error)}` };
  }
}
