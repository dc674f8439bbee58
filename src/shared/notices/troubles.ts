/** Problems of the installation. */
export const TROUBLES = ['webhooks', 'destinations', 'whatsapp', 'mails', 'push', 'disk', 'backups'] as const;
export type Trouble = (typeof TROUBLES)[number];
