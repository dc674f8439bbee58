import { lookUpLead } from '~/server/leads/leads';
import { whatsappDigits } from '~/shared/leads/contact-links';
import { makeCompanyPath, panelPath, whatsappPath } from '~/shared/leads/filter-params';
import type { Lead } from '~/shared/leads/lead';
import { leadCompanyStrings } from '~/shared/strings/lead/person';
import { noticeMailStrings } from '~/shared/strings/notices/mails';
import { pushStrings } from '~/shared/strings/notices/push';
import { link } from '../mails/notice-mail';
import { type LeadNotice, LISTS, type Recipient, stillApplies } from '../notice';

/** Declarative Web Push, which newer Safari shows without a service worker; ours reads the same format. */
type PushMessage = {
  web_push: 8030;
  notification: {
    title: string;
    body?: string;
    lang: 'es';
    /** A message replaces an earlier one with its tag. */
    tag: string;
    /** Where a tap leads. */
    navigate: string;
    actions: { action: string; title: string; navigate: string }[];
    /** The same on every retry, so that a device rings once. */
    data: { id: string };
  };
};

const WORDS: Record<LeadNotice['kind'], { one: string; many: (total: number) => string }> = {
  new_leads: { one: noticeMailStrings.newLead, many: noticeMailStrings.newLeads },
  awaiting_reply: { one: noticeMailStrings.wrote, many: noticeMailStrings.wroteMany },
  untouched: { one: noticeMailStrings.untouched, many: noticeMailStrings.untouchedMany },
  reminders: { one: noticeMailStrings.reminder, many: noticeMailStrings.reminders },
  lead_won: { one: noticeMailStrings.won, many: noticeMailStrings.wonMany },
};
const MAX_NAMED = 3;

/**
 * The message for a notice; null if nothing is left to say. Shows only name and country of people, because it appears
 * on a locked screen. `id` is the message's: `msg_` and a UUID.
 */
export function buildPushMessage(notice: LeadNotice, id: string, person: Recipient): PushMessage | null {
  const { leads, total, kind } = notice;
  const found = leads.flatMap((lead) => lookUpLead(lead) ?? []).filter((lead) => stillApplies(notice, lead, person));
  const [first] = found;
  if (!first) return null;
  const left = total - (leads.length - found.length);
  const isOne = left === 1;
  const { one, many } = WORDS[kind];
  const navigate = link(isOne ? panelPath({}, first.id) : panelPath(LISTS[kind]));
  const canChat = isOne && kind !== 'lead_won' && whatsappDigits(first.phone_key) !== null;
  const canMake = isOne && kind === 'lead_won' && first.company_id === null;
  const actions = [
    ...(canChat ? [{ action: 'whatsapp', title: pushStrings.whatsapp, navigate: link(whatsappPath(first.id)) }] : []),
    ...(canMake
      ? [{ action: 'company', title: leadCompanyStrings.create, navigate: link(makeCompanyPath(first.id)) }]
      : []),
    { action: 'open', title: pushStrings.open, navigate },
  ];
  return {
    web_push: 8030,
    notification: {
      title: isOne ? `${one}: ${nameAndCountry(first)}` : many(left),
      ...(!isOne && { body: nameFirst(found, left) }),
      lang: 'es',
      // News of one lead replaces earlier news of it; other messages replace nothing.
      tag: isOne ? `lead-${first.id}` : id.replace(/^msg_|-/g, ''),
      navigate,
      actions,
      data: { id },
    },
  };
}

function nameFirst(found: readonly Lead[], total: number): string {
  const named = found.slice(0, MAX_NAMED).map(nameAndCountry).join(' · ');
  return total > MAX_NAMED ? pushStrings.andMore(named, total - MAX_NAMED) : named;
}

function nameAndCountry({ nombre, pais }: Lead): string {
  return pais ? `${nombre}, ${pais}` : nombre;
}
