import { topicOfText } from '~/shared/enquiries/topic-of-text';
import type { Lead } from '~/shared/leads/lead';
import { countryOfPhone } from '~/shared/leads/phone';
import { groupPhone } from '~/shared/leads/phone-groups';
import { planOfTopic } from '~/shared/leads/plans';
import { outsideLeadSchema } from '~/shared/leads/schema';
import { noteEnquiry } from '../../notices/lead-notices';
import type { HeardMessage } from '../../whatsapp/heard';
import { enqueueLeadUpdated } from '../lead-webhook';
import { lookUpLead } from '../leads';
import { addLead } from '../make-lead';
import { cutText } from './cut-text';
import { selectFirstWords, updateFirstWords } from './heard-queries';
import { settleContact } from './settle';

/** Source of leads whose first words came by WhatsApp. */
const SOURCE = 'whatsapp';
const LONGEST_NAME = 120;

/** Makes the lead of a stranger's message, in the caller's transaction: announced and watched like a form's enquiry. */
export function addStranger({ number, name, body, at }: HeardMessage): Lead {
  const now = new Date().toISOString();
  const whatsapp = `+${number}`;
  const pais = countryOfPhone(whatsapp);
  const content = outsideLeadSchema.parse({
    nombre: nameOf(name) || groupPhone(whatsapp),
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
  noteEnquiry(lead.id, null, now);
  return lead;
}

/** A profile's name holds whatever its owner typed. */
function nameOf(name: string | null): string {
  const parsed = outsideLeadSchema.shape.nombre.safeParse(cutText(name ?? '', LONGEST_NAME));
  return parsed.success ? parsed.data : '';
}

/** The first words of a lead that came by WhatsApp, and when it came. */
export type Beginning = { came_at: string | null; words: string | null };

/** Null for leads that came otherwise. */
export function beginningOf({ id, source }: Lead): Beginning | null {
  return source === SOURCE ? (selectFirstWords().get({ lead_id: id }) ?? null) : null;
}

/**
 * After a message that may be older than those before: what the lead begins with, unless somebody has changed it. What
 * we wrote since then counts as its first contact.
 */
export function settleBeginning(lead: Lead, before: Beginning | null): void {
  const after = beginningOf(lead);
  if (!before || !after) return;
  const isEarlier =
    after.came_at !== null && before.came_at === lead.created_at && after.came_at < lead.created_at;
  const isFirst = before.words === lead.mensaje && after.words !== before.words;
  if (!isEarlier && !isFirst) return;
  const was = topicOf(before.words);
  const isTheirs = isFirst && lead.tema === was.tema && lead.plan === was.plan;
  const { tema, plan } = isTheirs ? topicOf(after.words) : lead;
  updateFirstWords().run({
    id: lead.id,
    created_at: isEarlier && after.came_at !== null ? after.came_at : lead.created_at,
    mensaje: isFirst ? after.words : lead.mensaje,
    tema,
    plan,
  });
  if (isEarlier) settleContact(lead.id, { isNews: true });
  const saved = lookUpLead(lead.id);
  if (saved) enqueueLeadUpdated(saved, lead, isFirst ? ['mensaje', 'plan'] : ['created_at']);
}

function topicOf(words: string | null) {
  const tema = words === null ? null : topicOfText(words);
  return { tema, plan: planOfTopic(tema).plan };
}
