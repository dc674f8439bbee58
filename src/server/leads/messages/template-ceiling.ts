import { addDays, dayIn, startOfDay } from '~/shared/leads/days';
import { whatsappErrors as errors } from '~/shared/strings/lead/conversation';
import { AppError } from '../../app-error';
import { type Actor, recordAudit } from '../../audit/audit';
import { query } from '../../database/connection';
import { getSettings } from '../../env';
import { readTeamNotices } from '../../notices/settings/settings';
import { notifyOfTemplateSpending } from '../../notices/troubles/troubles';

/** How many messages from a template there are since a moment: in all, and this author's. */
const countFromTemplate = query<[{ author_id: string; since: string; now: string }], { total: number; own: number }>(
  `SELECT count(*) AS total, count(*) FILTER (WHERE author_id = :author_id) AS own
   FROM messages WHERE template IS NOT NULL AND at BETWEEN :since AND :now`,
);

/**
 * Lets `actor` send one more message from a template, which Meta charges for, in the transaction that stores it. The
 * day is the team's. Also counts those Meta did not take, and those to people who wrote within 24 hours: whether one is
 * charged is known only later, and only to Meta. The one that makes half the day's is audited, and announced to
 * administrators.
 * @throws {AppError} `too_many` for more than a day's, or more than half a day's from one author, until the day ends.
 */
export function admitTemplate(actor: Actor): void {
  const ceiling = getSettings().WHATSAPP_TEMPLATES_A_DAY;
  const half = Math.ceil(ceiling / 2);
  const { zone } = readTeamNotices();
  const now = Date.now();
  const today = dayIn(zone, now);
  const written = { author_id: actor.id, since: startOfDay(today, zone), now: new Date(now).toISOString() };
  const { total = 0, own = 0 } = countFromTemplate().get(written) ?? {};
  if (total >= ceiling || own >= half) {
    const message = total >= ceiling ? errors.templatesSpent : errors.ownTemplatesSpent;
    const retryAfterSeconds = (Date.parse(startOfDay(addDays(today, 1), zone)) - now) / 1000;
    throw new AppError('too_many', { message, retryAfterSeconds });
  }
  if (total + 1 !== half) return;
  notifyOfTemplateSpending(half, ceiling);
  recordAudit({ type: 'template_spending', actor });
}
