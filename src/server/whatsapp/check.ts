import { inSharedTransaction } from '../database/group-commit';
import { log } from '../log';
import { askNumber, UNKNOWN_OBJECT } from './ask-number';
import { noteFault, openConnection } from './connection';
import { updateNames } from './connection-queries';
import { GraphError } from './graph';

const HOUR_MS = 3_600_000;

/** Checks the connection now and each hour. Returns a function that stops it. */
export function startChecking(): () => void {
  const check = () => {
    checkConnection().catch((error: unknown) => log.error({ event: 'whatsapp_check_failed', err: error }));
  };
  const timer = setInterval(check, HOUR_MS);
  timer.unref();
  check();
  return () => clearInterval(timer);
}

/**
 * Asks the API whether the number still works, and what it is called now. An API that cannot be
 * reached changes nothing.
 */
async function checkConnection(): Promise<void> {
  const access = openConnection();
  if (!access) return;
  try {
    const names = await askNumber(access, access.phone_number_id);
    await noteFault(null);
    await inSharedTransaction(() => updateNames().run(names));
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    if (error.isOfToken) await noteFault('token');
    else if (error.code === UNKNOWN_OBJECT) await noteFault('number');
    else log.warn({ event: 'whatsapp_unreachable', status: error.status, code: error.code });
  }
}
