import type { LeadOrigin } from '~/shared/enquiries/origin';
import { topicOfText } from '~/shared/enquiries/topic-of-text';
import type { Lead } from '~/shared/leads/lead';
import type { MessageKind } from '~/shared/leads/message';
import { planOfTopic } from '~/shared/leads/plans';
import { outsideLeadFields } from '~/shared/leads/schema';
import { formatPhone } from '~/shared/phones/format';
import { messageStrings } from '~/shared/strings/lead/conversation';
import { query } from '../../database/connection';
import { readOrigin } from '../../enquiries/submission';
import { announceLead } from '../../notices/new-leads';
import type { Referral, WhatsappMessage } from '../../whatsapp/webhook-events';
import { addLead } from '../create-lead';
import { enqueueLeadUpdated } from '../lead-webhook';
import { lookUpLead } from '../leads';
import { countryOfPerson } from './find-person';
import { updateFirstContact } from './reply-state';

const SOURCE = 'whatsapp';
/** Among so many first messages one has words, or none counts. */
const FIRST_MESSAGES = 20;

/** Makes the lead of a stranger's message, in the caller's transaction, and announces it like an enquiry. */
export function addMessageLead(message: WhatsappMessage): Lead {
  const { number, userId = null, name, at, referral = null } = message;
  const now = new Date().toISOString();
  const words = wordsOf([message]);
  const whatsapp = number === null ? null : `+${number}`;
  const content = outsideLeadFields.parse({
    nombre: name ?? (whatsapp ? formatPhone(whatsapp) : userId),
    whatsapp,
    pais: countryOfPerson(message),
    mensaje: words,
  });
  const lead = addLead(
    {
      ...content,
      whatsapp_user_id: userId,
      source: SOURCE,
      ...originOf(referral),
      tema: topicOf(words).tema,
      submission_id: null,
    },
    null,
    { createdAt: at < now ? at : now },
  );
  announceLead(lead.id, null, now);
  return lead;
}

/** When a lead that came by WhatsApp first wrote, its first words, and the advertisement that it came from. */
type FirstWords = { came_at: string | null; words: string | null; referral: Referral | null };

type FirstMessage = { at: string; kind: MessageKind; body: string | null; referral: string | null };

/** The first messages of a lead, oldest first. */
const selectFirstMessages = query<[{ lead_id: number; limit: number }], FirstMessage>(
  `SELECT at, kind, body, referral FROM messages
   WHERE lead_id = :lead_id AND direction = 'in' AND is_past = 0 ORDER BY at, id LIMIT :limit`,
);

/** Null for leads of another source. */
export function firstWordsOf({ id, source }: Lead): FirstWords | null {
  if (source !== SOURCE) return null;
  const messages = selectFirstMessages().all({ lead_id: id, limit: FIRST_MESSAGES });
  const [first] = messages;
  const referral = first?.referral ? (JSON.parse(first.referral) as Referral) : null;
  return { came_at: first?.at ?? null, words: wordsOf(messages), referral };
}

/** The first text that is more than numbers; if none is, the first one with what it was. */
function wordsOf(messages: readonly Pick<WhatsappMessage, 'kind' | 'body'>[]): string | null {
  const said = messages.filter(({ body }) => body !== null);
  const worded = said.find(({ body }) => !/^[\d\s+\-.,:;/()#*]*$/.test(body ?? ''));
  if (worded) return worded.body;
  const [first] = said;
  return first ? `${messageStrings.kinds[first.kind]}: ${first.body}` : null;
}

/** An advertisement as a campaign: 'instagram / paid_social / its headline'. */
function originOf(referral: Referral | null) {
  const { source_url = '', source_type, source_id, headline } = referral ?? {};
  const fields = referral && {
    utm_source: /instagram|\big\.me/.test(source_url) ? 'instagram' : 'facebook',
    utm_medium: source_type === 'post' ? 'social' : 'paid_social',
    utm_campaign: headline ?? source_id ?? '',
    referrer: source_url,
  };
  return readOrigin(fields ?? {}, null);
}

/** For a message that is older than those that came before it. */
const updateFirstMessage = query<
  [{ id: number; created_at: string; mensaje: string | null; tema: string | null; plan: string | null }]
>(
  `UPDATE leads SET created_at = :created_at, mensaje = :mensaje, tema = :tema, plan = :plan
   WHERE id = :id AND deleted_at IS NULL`,
);

/** For a message that is older than those that came before it. */
const updateOrigin = query<[LeadOrigin & { id: number }]>(
  `UPDATE leads SET utm_source = :utm_source, utm_medium = :utm_medium, utm_campaign = :utm_campaign, referrer = :referrer
   WHERE id = :id`,
);

/**
 * Updates what a lead begins with after a message that may be older than those before, or changed since, unless somebody
 * has changed it. Our messages since then count as its first contact.
 */
export function updateFirstWords(lead: Lead, before: FirstWords | null): void {
  const after = firstWordsOf(lead);
  if (!before || !after) return;
  if (after.referral && !before.referral && lead.via === null)
    updateOrigin().run({ ...originOf(after.referral), id: lead.id });
  const isEarlier = after.came_at !== null && before.came_at === lead.created_at && after.came_at < lead.created_at;
  const isFirst = before.words === lead.mensaje && after.words !== before.words;
  if (!isEarlier && !isFirst) return;
  const was = topicOf(before.words);
  const isUnchanged = isFirst && lead.tema === was.tema && lead.plan === was.plan;
  const { tema, plan } = isUnchanged ? topicOf(after.words) : lead;
  updateFirstMessage().run({
    id: lead.id,
    created_at: isEarlier && after.came_at !== null ? after.came_at : lead.created_at,
    mensaje: isFirst ? after.words : lead.mensaje,
    tema,
    plan,
  });
  if (isEarlier) updateFirstContact(lead.id, { isLive: true });
  const saved = lookUpLead(lead.id);
  if (saved) enqueueLeadUpdated(saved, lead, isFirst ? ['mensaje', 'plan'] : ['created_at']);
}

function topicOf(words: string | null) {
  const tema = words === null ? null : topicOfText(words);
  return { tema, plan: planOfTopic(tema).plan };
}
