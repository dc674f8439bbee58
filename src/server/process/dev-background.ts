import { startDeliveryWorkers } from './delivery-workers';
import { printWhereToGo, provideFirstAdmin } from './first-steps';

/** What server/main.ts does beside answering requests, for `astro dev`, which has an HTTP server of its own. */
export async function startBackground(): Promise<void> {
  printWhereToGo(await provideFirstAdmin());
  startDeliveryWorkers();
}
