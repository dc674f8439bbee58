import { STRANGERS_MAILS_PER_HOUR } from '../accounts/mails/mail-limits';
import { sendAccountMail } from '../accounts/mails/send-account-mail';
import { requestMagicLink } from '../coordinators/access-link';
import { getSettings } from '../env';
import { log } from '../log';
import { isNoticeMail, sendNoticeMail } from '../notices/mails/send-notice-mail';
import { sendPush } from '../notices/push/send-push';
import { NoticeScheduler } from '../notices/scheduler';
import type { Sender } from '../outbox/delivery';
import { DeliveryWorker } from '../outbox/delivery-worker';
import { DestinationWorkers } from '../webhooks/destination-workers';
import { sendWhatsapp } from '../whatsapp/send';
import { ProcessLock } from './process-lock';

/** How often this process tries to take over sending from another. */
const LOCK_RETRY_DELAY_MS = 2000;
/** Mail servers allow few connections per account; mail/smtp.ts keeps one open for each that is sent at once. */
const MAIL_CONCURRENCY = 3;
const ORDERED_MAIL_CONCURRENCY = 1;
/** The hourly sign-ups, as many further links to one, and as much room for forgotten passwords. */
const ORDERED_MAILS_PER_HOUR = 3 * STRANGERS_MAILS_PER_HOUR;
const PROVISIONING_CONCURRENCY = 3;
/** One for each device of a small team. */
const PUSH_CONCURRENCY = 16;
/** Messages to different people; those to one follow each other. */
const WHATSAPP_CONCURRENCY = 4;

const sendAnyMail: Sender = (delivery) =>
  isNoticeMail(delivery) ? sendNoticeMail(delivery) : sendAccountMail(delivery);

/**
 * Starts a worker for each kind of delivery and each destination of webhooks, and the clock for notices. While another
 * process on the same database sends, it waits for that one to end. Returns a function that stops them all.
 */
export function startDeliveryWorkers(): () => Promise<void> {
  const lock = new ProcessLock(`${getSettings().DATABASE_PATH}-outbox`);
  const workers = [
    new DestinationWorkers(),
    new DeliveryWorker({ kind: 'mail', send: sendAnyMail, concurrency: MAIL_CONCURRENCY }),
    new DeliveryWorker({
      kind: 'mail',
      send: sendAccountMail,
      ordered: true,
      concurrency: ORDERED_MAIL_CONCURRENCY,
      maxPerHour: ORDERED_MAILS_PER_HOUR * getSettings().RATE_LIMIT_SCALE,
    }),
    new DeliveryWorker({
      kind: 'provisioning',
      send: requestMagicLink,
      concurrency: PROVISIONING_CONCURRENCY,
    }),
    new DeliveryWorker({ kind: 'push', send: sendPush, concurrency: PUSH_CONCURRENCY }),
    new DeliveryWorker({ kind: 'whatsapp', send: sendWhatsapp, concurrency: WHATSAPP_CONCURRENCY }),
    new NoticeScheduler(),
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
    timer = setTimeout(tryToStart, LOCK_RETRY_DELAY_MS).unref();
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
