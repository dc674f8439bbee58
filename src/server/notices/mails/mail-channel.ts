import { enqueue } from '~/server/outbox/enqueue';
import type { MailTopic } from '~/shared/notices/settings';
import { type Channel, type Notice, WIN_NOTICE_DELAY_MS } from '../notice';

/** What one unsubscribe stops, as grouped under 'Avisos', by the kind of notice. */
export const TOPICS: Record<Notice['kind'], MailTopic> = {
  new_leads: 'leads',
  awaiting_reply: 'leads',
  untouched: 'leads',
  reminders: 'leads',
  lead_won: 'leads',
  digest: 'leads',
  numbers: 'numbers',
  trouble: 'troubles',
  heavy_reading: 'troubles',
  template_spending: 'troubles',
};

/** A mail in the outbox. Names and addresses are read when it is sent. */
export type MailOrder = Notice & { user_id: string };

/** Mail. Whoever wants none about leads still gets what administrators must know, until they stop that, too. */
export const mailChannel: Channel = {
  name: 'mail',
  wants: ({ email, weekly, troubles }, kind) => {
    switch (kind) {
      case 'new_leads':
      case 'awaiting_reply':
      case 'reminders':
        return email === 'each';
      case 'digest':
        return email === 'digest';
      case 'numbers':
        return weekly;
      case 'untouched':
      case 'lead_won':
        return email !== 'none';
      case 'trouble':
      case 'heavy_reading':
      case 'template_spending':
        return troubles;
    }
  },
  enqueue: ({ id }, notice) => {
    const payload: MailOrder = { ...notice, user_id: id };
    const delayMs = notice.kind === 'lead_won' ? WIN_NOTICE_DELAY_MS : 0;
    enqueue({ kind: 'mail', event: `mail.${notice.kind}`, payload, delayMs });
  },
};
