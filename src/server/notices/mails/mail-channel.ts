import { enqueue } from '~/server/outbox/enqueue';
import type { Notice } from '../notice';
import type { Channel } from '../tell';

/** A mail in the outbox: what is told, and to whom. Names and addresses are read when it is sent. */
export type MailOrder = Notice & { user_id: string };

const MINUTE_MS = 60_000;

/** Mails. Who chose none still gets what administrators must know, because nobody else would see to it. */
export const mailChannel: Channel = {
  name: 'mail',
  wants: ({ email, weekly }, kind) => {
    switch (kind) {
      case 'new_leads':
      case 'reminders':
        return email === 'each';
      case 'digest':
        return email === 'digest';
      case 'numbers':
        return weekly;
      case 'untouched':
        return email !== 'none';
      case 'trouble':
      case 'heavy_reading':
        return true;
    }
  },
  enqueue: ({ id }, notice) => {
    const payload: MailOrder = { ...notice, user_id: id };
    enqueue({ kind: 'mail', event: `mail.${notice.kind}`, payload });
  },
  pace: { pauseMs: 300, mostInHour: 100, longPauseMs: 5 * MINUTE_MS },
};
