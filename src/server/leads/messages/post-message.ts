import { addDays, dayIn, startOfDay } from '~/shared/leads/days';
import type { Lead } from '~/shared/leads/lead';
import type { LeadMessage } from '~/shared/leads/message';
import { whatsappErrors as errors } from '~/shared/strings/lead/conversation';
import type { SendMessage } from '~/shared/whatsapp/message';
import { AppError } from '../../app-error';
import { type Actor, recordAudit } from '../../audit/audit';
import { query } from '../../database/connection';
import { inSharedTransaction } from '../../database/group-commit';
import { getSettings } from '../../env';
import { createOnce, type Idempotency, isRepeated } from '../../idempotency/idempotency';
import { readTeamNotices } from '../../notices/settings/settings';
import { notifyOfTemplateSpending } from '../../notices/troubles/troubles';
import { enqueue } from '../../outbox/enqueue';
import { isConnected } from '../../whatsapp/connection';
import { type FilledTemplate, fillApprovedTemplate } from '../../whatsapp/templates';
import { findFollowing } from '../leads';
import { claimIfUnowned } from '../owners/owners';
import { conversationOf, findMessage, reachableKey, replyKey } from './conversation';
import { recordMessage } from './record-message';

/**
 * Writes a message to a lead, once per request: it is in their timeline at once, and the outbox sends it.
 * @throws {AppError} `not_found`; `conflict` if no number is connected; `invalid` if the lead has no number, or the
 * template is not approved or filled wrongly; `window_closed` for a text more than 24 hours after their last message;
 * `already_made`; `too_many` for more templates than a day may have.
 */
export async function postMessage(
  leadId: number,
  input: SendMessage,
  idempotency: Idempotency,
  actor: Actor,
): Promise<LeadMessage> {
  const template = isRepeated(idempotency) ? null : await prepare(leadId, input);
  return inSharedTransaction(() => {
    const lead = findFollowing(leadId);
    const make = () => write(lead, input.body ?? null, template, actor);
    return createOnce(idempotency, 'message', { leadId, ...input }, { make, find: findMessage });
  });
}

/** The filled template, which has to be read from Meta; null for a text. */
async function prepare(leadId: number, { template, language, fields }: SendMessage) {
  if (template === undefined) return null;
  requireReachable(findFollowing(leadId));
  return fillApprovedTemplate(template, language, fields);
}

type NewMessage = {
  lead_id: number;
  phone_key: string;
  kind: 'text' | 'template';
  body: string;
  author_id: string;
  template: string | null;
  at: string;
};

/** A message that is still to be sent. */
const insertOutgoing = query<[NewMessage], { id: number }>(
  `INSERT INTO messages (lead_id, phone_key, direction, kind, body, author_id, template, at)
   VALUES (:lead_id, :phone_key, 'out', :kind, :body, :author_id, :template, :at) RETURNING id`,
);

function write(lead: Lead, body: string | null, template: FilledTemplate | null, actor: Actor): LeadMessage {
  const author_id = actor.id;
  const own = requireReachable(lead);
  const phone_key = template ? own : replyKey(lead.id);
  if (phone_key === null || (!template && !conversationOf(lead)?.window_ends_at)) throw new AppError('window_closed');
  if (template) admitTemplate(actor);
  const text = template?.text ?? body;
  if (text === null) throw new Error('a message without a text');
  const kind = template ? 'template' : 'text';
  const at = new Date().toISOString();
  const inserted = insertOutgoing().get({
    ...{ lead_id: lead.id, phone_key, kind, body: text, author_id, at },
    template: template && JSON.stringify(template.sent),
  });
  if (!inserted) throw new Error('insert returned no row');
  recordMessage({ id: inserted.id, direction: 'out', author_id, is_past: 0, at }, lead.id);
  enqueue({
    kind: 'whatsapp',
    event: `whatsapp.${kind}`,
    leadId: lead.id,
    payload: { message: inserted.id },
  });
  claimIfUnowned(findFollowing(lead.id), author_id, at);
  return findMessage(inserted.id);
}

/** The number that messages to this lead go to, by its key. */
function requireReachable(lead: Lead): string {
  if (!isConnected()) throw new AppError('conflict', { message: errors.notConnected });
  const key = reachableKey(lead);
  if (key === null) throw new AppError('invalid', { message: errors.noNumber });
  return key;
}

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
function admitTemplate(actor: Actor): void {
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
