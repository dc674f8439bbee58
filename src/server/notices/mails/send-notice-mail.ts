import { composeMail, describeFailure, NO_RECIPIENT, sendComposed } from '~/server/mail/compose-mail';
import type { Attempt, DueDelivery } from '~/server/outbox/delivery';
import { noticeMailStrings as strings } from '~/shared/strings/notices/mails';
import { MAILED, type MailOrder } from '../notify';
import { findRecipient, selectAddress } from '../recipients';
import { link } from './notice-mail';
import { unsubscribePaths } from './unsubscribe';
import { writeNoticeMail } from './write-notice-mail';

const OWN_NOTICES = '/cuenta#avisos';

const EVENTS = new Set(Object.keys(MAILED).map((kind) => `mail.${kind}`));

/** Whether a mail in the outbox is a notice (notify.ts). */
export function isNoticeMail({ event }: DueDelivery): boolean {
  return EVENTS.has(event);
}

/** Sends a notice if its reader may and wants to get it still, and it still has something to say. Never throws. */
export async function sendNoticeMail(delivery: DueDelivery): Promise<Attempt> {
  try {
    const order = JSON.parse(delivery.payload) as MailOrder;
    const person = findRecipient(order.user_id);
    const to = selectAddress().get({ id: order.user_id });
    // They may have unsubscribed while it waited.
    const isWanted = person !== null && MAILED[order.kind].wanted(person);
    const written = isWanted && (await writeNoticeMail(order, person));
    if (!written || !to) return NO_RECIPIENT;
    const { content, consoleLabel } = written;
    const stop = unsubscribePaths(order.user_id, MAILED[order.kind].topic);
    const footnotes = stop ? [strings.becauseChosen(link(OWN_NOTICES), link(stop.page))] : [];
    const mail = composeMail(to, { ...content, footnotes: [...content.footnotes, ...footnotes] }, delivery);
    return await sendComposed({
      ...mail,
      // A thread of its own: mail programs join those whose subjects are alike.
      references: mail.messageId.replace('<', '<hilo.'),
      consoleLabel,
      ...(stop && {
        headers: {
          'List-Unsubscribe': `<${link(stop.oneClick)}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
      }),
    });
  } catch (error) {
    return describeFailure(error);
  }
}
