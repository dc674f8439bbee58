import { sendAccountMail } from './accounts/mail-sender';
import { requestMagicLink } from './accounts/provisioning';
import { postWebhook } from './outbox/webhook';
import { DeliveryWorker } from './outbox/worker';

/** Starts the outbox's workers, one for each kind of delivery. Returns how to stop them all. */
export function startDeliveryWorkers(): () => Promise<unknown> {
  const workers = [
    new DeliveryWorker('webhook', postWebhook),
    new DeliveryWorker('mail', sendAccountMail),
    new DeliveryWorker('provisioning', requestMagicLink),
  ];
  for (const worker of workers) worker.start();
  return () => Promise.all(workers.map((worker) => worker.stop()));
}
