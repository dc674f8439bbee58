import type { Question } from './confirmations';

/** Where a mail lies when there is no mail server, and links copied to be handed over. */
export const mailStrings = {
  filed: 'No hay servidor de correo: el mensaje quedó en un archivo de MAIL_DIR.',
  /** Added where the link can be copied. */
  copyInstead: 'Con «Copiar enlace» podés dárselo en mano.',
  /** For whoever cannot see the server's files. */
  filedForAll:
    'Este CRM todavía no envía correos: el mensaje queda en el servidor. Pedile el enlace a quien lo administra.',
  copyLink: 'Copiar enlace',
  copyFailed: 'Error al hacer el enlace',
  reveal: {
    title: 'Dalo en mano',
    text: (whose: string, validMinutes: number) =>
      `Quien abra este enlace entra como ${whose}: pasáselo solo a esa persona. Sirve una sola vez y vence en ${validMinutes < 120 ? `${validMinutes} minutos` : `${validMinutes / 60} horas`}. Los enlaces anteriores ya no sirven.`,
    label: 'Enlace',
    copy: 'Copiar enlace',
    copied: 'Enlace copiado',
    done: 'Listo',
    question: {
      title: '¿Ya copiaste el enlace?',
      text: 'No lo copiaste con el botón, y no se va a mostrar de nuevo. Podés hacer otro.',
      confirm: 'Cerrar',
    } satisfies Question,
  },
} as const;
