import { describeCount } from '../counts';
import type { RestingKind } from '../resting/resting';

export const restingStrings = {
  title: 'Después de restaurar',
  waiting: (count: number) => `${describeCount(count, 'acceso', 'accesos')} en reposo`,
  intro:
    'Lo que trae un respaldo, o lo que hizo una cuenta que se restableció, puede ser de quien ya no debería entrar. No abre nada ni recibe nada hasta que alguien lo confirme: revisá que cada cosa sea de ustedes, y quitá lo que no.',
  review: 'Revisar y confirmar',
  list: 'En reposo',
  empty: 'No queda nada por confirmar',
  kinds: {
    token: 'Token de acceso',
    webhook: 'Destino de avisos',
    whatsapp: 'Conexión de WhatsApp',
    calendar: 'Dirección de calendario',
    device: 'Dispositivo con avisos',
    invitation: 'Invitación',
  } satisfies Record<RestingKind, string>,
  since: 'En reposo desde',
  confirm: 'Confirmar',
  /** Its former links are gone. */
  sendAgain: 'Enviar otra vez',
  remove: 'Quitar',
  of: (act: string, what: string) => `${act}: ${what}`,
  question: (what: string) => ({
    title: '¿Quitarlo?',
    text: `${what}: deja de existir y no se puede recuperar.`,
    confirm: 'Quitar',
  }),
  toasts: {
    confirmed: 'Confirmado',
    confirmFailed: 'Error al confirmar',
    removed: 'Quitado',
    removeFailed: 'Error al quitar',
    loadFailed: 'Error al cargar lo que está en reposo',
  },
} as const;
