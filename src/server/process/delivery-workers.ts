import { SIGN_UPS_IN_HOUR } from '../accounts/mails/mail-limits';
import { sendAccountMail } from '../accounts/mails/mail-sender';
import { requestMagicLink } from '../coordinators/provisioning';
import { getSettings } from '../env';
import { log } from '../log';
import { NoticeClock } from '../notices/scheduler';
import { isNoticeMail, sendNoticeMail } from '../notices/mails/mail-sender';
import { sendPush } from '../notices/push/push-sender';
import type { Sender } from '../outbox/delivery';
import { postToSettings } from '../outbox/webhook';
import { DeliveryWorker } from '../outbox/worker';
import { DestinationWorkers } from '../webhooks/workers';
import { sendWhatsapp } from '../whatsapp/send';
import { ProcessLock } from './process-lock';

/** How often this process tries to take over sending from another. */
const LOCK_AGAIN_MS = 2000;
const WEBHOOK_LANES = 8;
/** Mail servers allow few connections per account; mail/transport.ts keeps one open per lane. */
const MAIL_LANES = 3;
const ORDERED_MAIL_LANES = 1;
/** Twice the hourly sign-ups, which leaves forgotten passwords as much room. */
const ORDERED_MAILS_IN_HOUR = 2 * SIGN_UPS_IN_HOUR;
const PROVISIONING_LANES = 3;
/** One for each device of a small team. */
const PUSH_LANES = 16;
/** Messages to different people; those to one follow each other. */
const WHATSAPP_LANES = 4;

const sendAnyMail: Sender = (delivery) =>
  isNoticeMail(delivery) ? sendNoticeMail(delivery) : sendAccountMail(delivery);

/**
 * Starts a worker for each kind of delivery and each destination of webhooks, and the clock for notices. While another
 * process on the same database sends, it waits for that one to end. Returns a function that stops them all.
 */
export function startDeliveryWorkers(): () => Promise<void> {
  const lock = new ProcessLock(`${getSettings().DATABASE_PATH}-outbox`);
  const workers = [
    new DeliveryWorker({ kind: 'webhook', send: postToSettings, lanes: WEBHOOK_LANES }),
    new DestinationWorkers(),
    new DeliveryWorker({ kind: 'mail', send: sendAnyMail, lanes: MAIL_LANES }),
    new DeliveryWorker({
      kind: 'mail',
      send: sendAccountMail,
      ordered: true,
      lanes: ORDERED_MAIL_LANES,
      maxPerHour: ORDERED_MAILS_IN_HOUR * getSettings().RATE_LIMIT_SCALE,
    }),
    new DeliveryWorker({ kind: 'provisioning', send: requestMagicLink, lanes: PROVISIONING_LANES }),
    new DeliveryWorker({ kind: 'push', send: sendPush, lanes: PUSH_LANES }),
    new DeliveryWorker({ kind: 'whatsapp', send: sendWhatsapp, lanes: WHATSAPP_LANES }),
    new NoticeClock(),
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
