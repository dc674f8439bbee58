import { sendAccountMail } from '../accounts/mails/mail-sender';
import { requestMagicLink } from '../coordinators/provisioning';
import { getSettings } from '../env';
import { log } from '../log';
import { postWebhook } from '../outbox/webhook';
import { DeliveryWorker } from '../outbox/worker';
import { ProcessLock } from './process-lock';

/** How often this process tries to take over from another one that sends. */
const LOCK_AGAIN_MS = 2000;
const WEBHOOK_LANES = 8;
/** Mail servers allow only few connections for an account. */
const MAIL_LANES = 3;
const PROVISIONING_LANES = 3;

/**
 * Starts one worker for each kind of delivery. If another process on the same database sends, it waits until that one
 * ends. Returns a function that stops them all.
 */
export function startDeliveryWorkers(): () => Promise<void> {
  const lock = new ProcessLock(`${getSettings().DATABASE_PATH}-outbox`);
  const workers = [
    new DeliveryWorker('webhook', postWebhook, WEBHOOK_LANES),
    new DeliveryWorker('mail', sendAccountMail, MAIL_LANES),
    new DeliveryWorker('provisioning', requestMagicLink, PROVISIONING_LANES),
  ];
  let timer: NodeJS.Timeout | undefined;
  let said = false;
  tryToStart();
  return async () => {
    clearTimeout(timer);
    await Promise.all(workers.map((worker) => worker.stop()));
    lock.release();
  };

  function tryToStart(): void {
    if (acquire()) {
      for (const worker of workers) worker.start();
      return;
    }
    if (!said) log.warn({ event: 'outbox_waits', reason: 'another process sends' });
    said = true;
    timer = setTimeout(tryToStart, LOCK_AGAIN_MS).unref();
  }

  function acquire(): boolean {
    try {
      return lock.acquire();
    } catch (error) {
      log.error({ event: 'outbox_failed', err: error });
      return false;
    }
  }
}
