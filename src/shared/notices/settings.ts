/** When people are written to by mail about enquiries: for each one, once a day, or never. */
export const EMAIL_CHOICES = ['each', 'digest', 'none'] as const;
export type EmailChoice = (typeof EMAIL_CHOICES)[number];

/** The kinds of mails that their reader can stop: about leads, the week's numbers, and what is wrong with the installation. */
export const MAIL_TOPICS = ['leads', 'numbers', 'troubles'] as const;
export type MailTopic = (typeof MAIL_TOPICS)[number];

/** What somebody wants to be told, and in whose time zone their day begins. */
export type OwnNotices = {
  email: EmailChoice;
  /** Whether the numbers of the week before come by mail on Mondays. */
  weekly: boolean;
  /** Whether an administrator is told by mail of what is wrong with the installation. */
  troubles: boolean;
  push: boolean;
  sound: boolean;
  zone: string;
};

/** When the team works, in its own time zone. */
export type OfficeHours = {
  zone: string;
  /** 1 for Monday to 7 for Sunday, in order. */
  days: number[];
  /** 'HH:MM'. */
  opens: string;
  closes: string;
};

/** What administrators set for the whole team. */
export type TeamNotices = OfficeHours & {
  /** What applies to whoever has not chosen. */
  email: EmailChoice;
  /** After how many minutes an enquiry that nobody has touched is told again, and to the administrators. */
  insist_after: number;
  alarm_after: number;
};

/** The hour of the digest, and of the week's numbers, on the reader's clock. */
export const DIGEST_HOUR = '08:00';
