import type { OfficeHours } from './quiet-hours';

/** Mails about enquiries: one each, once a day, or none. */
export const EMAIL_CHOICES = ['each', 'digest', 'none'] as const;
export type EmailChoice = (typeof EMAIL_CHOICES)[number];

/** Topics one can unsubscribe from: leads, the week's numbers, and problems of the installation. */
export const MAIL_TOPICS = ['leads', 'numbers', 'troubles'] as const;
export type MailTopic = (typeof MAIL_TOPICS)[number];

/** One's own notification settings and time zone. */
export type OwnNotices = {
  email: EmailChoice;
  /** Last week's numbers, by mail on Mondays. */
  weekly: boolean;
  /** Problems of the installation, by mail; for administrators. */
  troubles: boolean;
  push: boolean;
  zone: string;
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

/** Time zones on offer: where the product is sold, by familiar names. */
export const ZONES: readonly { zone: string; name: string }[] = [
  { zone: 'America/Argentina/Buenos_Aires', name: 'Argentina' },
  { zone: 'America/La_Paz', name: 'Bolivia' },
  { zone: 'America/Santiago', name: 'Chile' },
  { zone: 'America/Bogota', name: 'Colombia' },
  { zone: 'America/Costa_Rica', name: 'Costa Rica' },
  { zone: 'America/Guayaquil', name: 'Ecuador' },
  { zone: 'America/El_Salvador', name: 'El Salvador' },
  { zone: 'Europe/Madrid', name: 'España' },
  { zone: 'Atlantic/Canary', name: 'España, Canarias' },
  { zone: 'America/New_York', name: 'Estados Unidos, este' },
  { zone: 'America/Los_Angeles', name: 'Estados Unidos, oeste' },
  { zone: 'America/Guatemala', name: 'Guatemala' },
  { zone: 'America/Tegucigalpa', name: 'Honduras' },
  { zone: 'America/Mexico_City', name: 'México, centro' },
  { zone: 'America/Cancun', name: 'México, Quintana Roo' },
  { zone: 'America/Hermosillo', name: 'México, Sonora' },
  { zone: 'America/Tijuana', name: 'México, Tijuana' },
  { zone: 'America/Panama', name: 'Panamá' },
  { zone: 'America/Asuncion', name: 'Paraguay' },
  { zone: 'America/Lima', name: 'Perú' },
  { zone: 'America/Santo_Domingo', name: 'República Dominicana' },
  { zone: 'America/Montevideo', name: 'Uruguay' },
  { zone: 'America/Caracas', name: 'Venezuela' },
];

/** Problems of the installation. */
export const TROUBLES = ['webhooks', 'destinations', 'whatsapp', 'mails', 'push', 'disk', 'backups', 'clock'] as const;
export type Trouble = (typeof TROUBLES)[number];
