import type { OfficeHours } from './quiet-hours';

/** Mails about enquiries: one each, once a day, or none. */
export const EMAIL_CHOICES = ['each', 'digest', 'none'] as const;
export type EmailChoice = (typeof EMAIL_CHOICES)[number];

/** Topics one can unsubscribe from: leads, the week's numbers, and problems of the installation. */
export const MAIL_TOPICS = ['leads', 'numbers', 'troubles'] as const;
export type MailTopic = (typeof MAIL_TOPICS)[number];

/** One's own notification settings. */
export type OwnNotices = {
  email: EmailChoice;
  /** Last week's numbers, by mail on Mondays. */
  weekly: boolean;
  /** Problems of the installation, by mail; for administrators. */
  troubles: boolean;
  push: boolean;
};

/** Set by administrators for the whole team. */
export type TeamNotices = OfficeHours & {
  /** The default for those who have not chosen. */
  email: EmailChoice;
  /** Minutes until an untouched enquiry is announced again, and to the administrators. */
  insist_after: number;
  alarm_after: number;
};

/** When the digest and the week's numbers are sent, in the reader's time zone. */
export const DIGEST_HOUR = '08:00';

/** Problems of the installation. */
export const TROUBLES = ['webhooks', 'destinations', 'whatsapp', 'mails', 'push', 'disk', 'backups', 'clock'] as const;
export type Trouble = (typeof TROUBLES)[number];
