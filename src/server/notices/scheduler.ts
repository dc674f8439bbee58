import { inSharedTransaction } from '../database/group-commit';
import { Loop } from '../process/loop';
import { findPeopleDue, sendDueNotices } from './digests-and-reminders';
import { msUntilNextNews, notifyOfNewLeads, onLeadAnnounced } from './new-leads';
import { findRecipient, listRecipients } from './recipients';
import { hasDueTimers, remindOfUntouched } from './response-timers/response-timers';
import { notifyOfTroubles } from './troubles/troubles';

const TROUBLE_CHECK_INTERVAL_MS = 15_000;

/**
 * Schedules notices. All its state is in the database, and each notice commits together with the record that it was
 * sent. Runs only in the process that sends (process/delivery-workers.ts). New enquiries have a loop of their own.
 */
export class NoticeScheduler {
  readonly #news = new Loop(() => this.#notifyOfNews(), 'notices_failed');
  readonly #rest = new Loop(() => this.#notifyOfRest(), 'notices_failed');
  /** When this process last checked everybody's day. */
  #checkedAt: number | null = null;
  #stopListening: (() => void) | undefined;
  #troublesDue = 0;
  #stopped = false;

  start(): void {
    this.#stopListening = onLeadAnnounced(() => this.#news.wake());
    this.#news.wake();
    this.#rest.wake();
  }

  /** Resolves once all work has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#stopListening?.();
    await Promise.all([this.#news.stop(), this.#rest.stop()]);
  }

  async #notifyOfNews(): Promise<number | null> {
    if (msUntilNextNews(listRecipients(), Date.now()) === 0)
      await inSharedTransaction(() => notifyOfNewLeads(listRecipients(), Date.now()));
    return msUntilNextNews(listRecipients(), Date.now());
  }

  async #notifyOfRest(): Promise<null> {
    const now = Date.now();
    if (hasDueTimers(now)) await remindOfUntouched(now, () => this.#stopped);
    for (const { id } of findPeopleDue(listRecipients(), now, this.#checkedAt))
      await inSharedTransaction(() => {
        const person = findRecipient(id);
        if (person) sendDueNotices(person, now, this.#checkedAt);
      });
    this.#checkedAt = now;
    if (performance.now() >= this.#troublesDue) {
      this.#troublesDue = performance.now() + TROUBLE_CHECK_INTERVAL_MS;
      await notifyOfTroubles();
    }
    return null;
  }
}
