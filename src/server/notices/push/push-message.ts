import { whatsappDigits } from '~/shared/leads/contact-links';
import { makeCompanyPath, whatsappPath } from '~/shared/leads/filter-params';
import type { Lead } from '~/shared/leads/lead';
import { leadCompanyStrings } from '~/shared/strings/lead/person';
import { pushStrings } from '~/shared/strings/notices/push';
import { readNews } from '../lead-news';
import { link } from '../mails/notice-mail';
import type { LeadNotice } from '../notice';
import type { Recipient } from '../recipients';

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

const MAX_NAMED = 3;

/**
 * The message for a notice; null if nothing is left to say. Shows only name and country of people, because it appears
 * on a locked screen. `id` is the message's: `msg_` and a UUID.
 */
export function buildPushMessage(notice: LeadNotice, id: string, person: Recipient): PushMessage | null {
  const { kind } = notice;
  const news = readNews(notice, person);
  if (!news) return null;
  const { found, first, left, isOne, what, url: navigate } = news;
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
      title: isOne ? `${what}: ${nameAndCountry(first)}` : what,
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
