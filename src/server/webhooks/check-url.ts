import { webhookStrings } from '~/shared/strings/webhooks';
import { errorAt } from '../app-error';
import { getSettings } from '../env';
import { findAddresses } from '../net/guard';

const TIMEOUT_MS = 5000;

/**
 * Refuses URLs that this server must not call, or that do not resolve, with the same answer, so that it reveals nothing
 * about internal names. Checked again on every call (send.ts).
 * @throws {AppError} `invalid`.
 */
export async function requireCallable(url: string): Promise<void> {
  const { protocol, hostname } = new URL(url);
  const { promise: timeUp, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer from the name server')), TIMEOUT_MS);
  try {
    const found = findAddresses({ protocol, hostname }, { allowance: getSettings().WEBHOOK_ALLOW_PRIVATE });
    await Promise.race([found, timeUp]);
  } catch (cause) {
    throw errorAt('url', webhookStrings.errors.forbidden, { cause });
  } finally {
    clearTimeout(timer);
  }
}
