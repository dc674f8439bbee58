import { topicOfText } from '~/shared/enquiries/topic-of-text';
import type { Lead } from '~/shared/leads/lead';
import { planOfTopic } from '~/shared/leads/plans';
import { outsideLeadSchema } from '~/shared/leads/schema';
import { formatPhone } from '~/shared/phones/format';
import { countryOfPhone } from '~/shared/phones/numbering';
import { announceLead } from '../../notices/lead-notices';
import type { WhatsappMessage } from '../../whatsapp/webhook-events';
import { addLead } from '../create-lead';
import { enqueueLeadUpdated } from '../lead-webhook';
import { lookUpLead } from '../leads';
import { selectFirstWords, updateFirstMessage } from './received-queries';
import { updateFirstContact } from './reply-state';

const SOURCE = 'whatsapp';

/** Makes the lead of a stranger's message, in the caller's transaction, and announces it like an enquiry. */
export function addMessageLead({ number, name, body, at }: WhatsappMessage): Lead {
  const now = new Date().toISOString();
  const whatsapp = `+${number}`;
  const pais = countryOfPhone(whatsapp);
  const content = outsideLeadSchema.parse({
    nombre: name ?? formatPhone(whatsapp),
    whatsapp,
    pais: pais === 'Otro' ? null : pais,
    mensaje: body,
  });
  const lead = addLead(
    {
      ...content,
      pais: content.pais ?? null,
      client_type: null,
      source: SOURCE,
      tema: topicOf(body).tema,
      submission_id: null,
    },
    null,
    { createdAt: at < now ? at : now },
  );
  announceLead(lead.id, null, now);
  return lead;
}

/** When a lead that came by WhatsApp first wrote, and its first words. */
type FirstWords = { came_at: string | null; words: string | null };

/** Null for leads of another source. */
export function firstWordsOf({ id, source }: Lead): FirstWords | null {
  return source === SOURCE ? (selectFirstWords().get({ lead_id: id }) ?? null) : null;
}

/**
 * Updates what a lead begins with after a message that may be older than those before, unless somebody has changed it.
 * Our messages since then count as its first contact.
 */
export function updateFirstWords(lead: Lead, before: FirstWords | null): void {
  const after = firstWordsOf(lead);
  if (!before || !after) return;
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
