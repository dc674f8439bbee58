import { emailLink, whatsappLink } from '~/shared/leads/contact-links';
import type { Lead } from '~/shared/leads/lead';
import { PLANS } from '~/shared/leads/plans';
import { crmStrings } from '~/shared/strings/crm';
import { leadStrings } from '~/shared/strings/leads';
import { fillPlaceholders, type PlaceholderValues } from './placeholders';
import type { TemplateChannel, TemplateSet, TemplateText } from './template';

/** The fields that templates depend on. */
export type Addressee = Pick<Lead, 'greeting' | 'pais' | 'phone_key' | 'plan' | 'billing'>;

/** Countries that say 'vos', and their calling codes for numbers without a country. */
const VOSEO = /^(Argentina|Uruguay|Paraguay|Bolivia)$/;
const VOSEO_CODES = /^(54|598|595|591)/;

/** Form of address by country, else by number; 'tú' if unknown. */
export function voiceOf({ pais, phone_key }: Addressee): 'voseo' | 'tuteo' {
  const isVoseo = pais && pais !== 'Otro' ? VOSEO.test(pais) : VOSEO_CODES.test(phone_key ?? '');
  return isVoseo ? 'voseo' : 'tuteo';
}

/** Values for this person; a plan no longer sold is left out. */
function placeholderValues(lead: Addressee, sender: string): PlaceholderValues {
  const plan = PLANS.find(({ id }) => id === lead.plan);
  const billing = lead.billing ?? 'anual';
  return {
    nombre: lead.greeting ?? null,
    remitente: sender,
    proveedor: crmStrings.brand,
    plan: plan?.name ?? null,
    precio: plan
      ? `${leadStrings.plan.monthly(plan.prices[billing])} con pago ${leadStrings.billings[billing].toLowerCase()}`
      : null,
  };
}

/** The message that this person gets. */
export function composeMessage(text: TemplateText, lead: Addressee, sender: string): { subject: string; body: string } {
  const values = placeholderValues(lead, sender);
  return {
    subject: fillPlaceholders(text.subject ?? '', values),
    body: fillPlaceholders(text[voiceOf(lead)], values),
  };
}

/** Link that opens a channel with a message; null without a number or email for it. */
export function messageLink(
  lead: Addressee & Pick<Lead, 'email'>,
  channel: TemplateChannel,
  text: TemplateText,
  sender: string,
): string | null {
  const { subject, body } = composeMessage(text, lead, sender);
  if (channel === 'whatsapp') return whatsappLink(lead.phone_key, body);
  return lead.email ? emailLink(lead.email, subject, body) : null;
}

/** Link that opens a channel with its usual message for this lead; null without a number or email for it. */
export function usualLink(lead: Lead, channel: TemplateChannel, { usual, sender }: TemplateSet): string | null {
  return messageLink(lead, channel, usual[channel][lead.estado], sender);
}
