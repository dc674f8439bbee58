import type { Lead } from '~/shared/leads/lead';
import { PLANS } from '~/shared/leads/plans';
import { emailLink, whatsappLink } from '~/shared/leads/whatsapp';
import { crmStrings } from '~/shared/strings/crm';
import { leadStrings } from '~/shared/strings/leads';
import type { MessageChannel, MessageSet, MessageText } from './template';
import { fillText, type MessageValues } from './text';

/** What of a lead its messages depend on. */
export type Addressee = Pick<Lead, 'greeting' | 'pais' | 'phone_key' | 'plan' | 'billing'>;

/** The countries where people say 'vos', and their codes for a number whose country is not told. */
const VOSEO = /^(Argentina|Uruguay|Paraguay|Bolivia)$/;
const VOSEO_CODES = /^(54|598|595|591)/;

/** How a person is spoken to: by where they are, or else by their number; where nobody knows, 'tú'. */
export function voiceOf({ pais, phone_key }: Addressee): 'voseo' | 'tuteo' {
  const isVoseo = pais && pais !== 'Otro' ? VOSEO.test(pais) : VOSEO_CODES.test(phone_key ?? '');
  return isVoseo ? 'voseo' : 'tuteo';
}

/** What a message can say of this person; a plan that is no longer sold is not said. */
function messageValues(lead: Addressee, sender: string): MessageValues {
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

/** A message as this person gets it. */
export function composeMessage(
  text: MessageText,
  lead: Addressee,
  sender: string,
): { subject: string; body: string } {
  const values = messageValues(lead, sender);
  return { subject: fillText(text.subject ?? '', values), body: fillText(text[voiceOf(lead)], values) };
}

/** The link that opens a channel with a message; null without a number or an email for it. */
export function messageLink(
  lead: Addressee & Pick<Lead, 'email'>,
  channel: MessageChannel,
  text: MessageText,
  sender: string,
): string | null {
  const { subject, body } = composeMessage(text, lead, sender);
  if (channel === 'whatsapp') return whatsappLink(lead.phone_key, body);
  return lead.email ? emailLink(lead.email, subject, body) : null;
}

/** The link that opens a channel with its usual message for this lead; null without a number or an email for it. */
export function usualLink(lead: Lead, channel: MessageChannel, { usual, sender }: MessageSet): string | null {
  return messageLink(lead, channel, usual[channel][lead.estado], sender);
}
