import type { ProfileStatus } from '~/shared/accounts/account';
import type { InvitationState, InvitedRole } from '~/shared/accounts/invitation';

export const invitationStrings = {
  invite: 'Invitar al equipo',
  inviteText:
    'Le llega un enlace que vence en 72 horas. Elige su contraseña o una clave de acceso y entra: no hace falta aprobar nada.',
  role: 'Rol',
  roles: { staff: 'Equipo', admin: 'Administrador' } satisfies Record<InvitedRole, string>,
  roleHint: 'Trabaja con los leads. Un administrador, además, gestiona inmobiliarias, equipo e integraciones.',
  submit: 'Enviar invitación',
  title: 'Invitaciones',
  states: {
    sending: 'Por salir',
    sent: 'Enviada',
    file: 'En un archivo',
    by_hand: 'En mano',
    failed: 'No se pudo enviar',
    expired: 'Vencida',
    void: 'Sin efecto',
  } satisfies Record<InvitationState, string>,
  /** What each state means, and what can be done about it. */
  facts: {
    sending: 'El correo está por salir.',
    until: 'El enlace sirve hasta el',
    byHand: 'Copiaron su enlace para dárselo en mano.',
    failed: 'El servidor de correo no la aceptó. Revisá el email en Integraciones o enviala otra vez.',
    expired: 'Nadie la aceptó a tiempo. El enlace venció el',
    void: 'Ya no sirve: cambió el acceso de quien la envió, o se restauró un respaldo. Enviala otra vez para que valga.',
  },
  by: (name: string) => `de ${name}`,
  actionsFor: (email: string) => `Acciones para la invitación de ${email}`,
  resend: 'Enviar otra vez',
  withdraw: 'Retirar',
  sent: (email: string) => `Invitación enviada a ${email}`,
  resent: 'Invitación enviada otra vez. El enlace anterior ya no sirve.',
  withdrawn: 'Invitación retirada. Su enlace ya no sirve.',
  failed: 'Error con la invitación',
  loadFailed: 'Error al cargar las invitaciones',
  emailRequired: 'Email: escribí a quién querés invitar.',
  /** Why somebody already known is not invited, and what to do instead. */
  known: {
    active: (name: string) => `Email: ${name} ya está en el equipo.`,
    pending: (name: string) => `Email: ${name} ya pidió una cuenta y espera: aprobala en la lista.`,
    suspended: (name: string) => `Email: la cuenta de ${name} está suspendida: reactivala en la lista.`,
    disabled: (name: string) => `Email: la cuenta de ${name} fue rechazada: aprobala o eliminala en la lista.`,
    coordinator: (name: string) => `Email: ${name} coordina una inmobiliaria con esa dirección. Usá otra.`,
  } satisfies Record<ProfileStatus | 'coordinator', (name: string) => string>,
  accept: {
    title: 'Aceptar la invitación',
    text: {
      staff: 'te invita a trabajar con su equipo.',
      admin: 'te invita como administrador del CRM.',
    } satisfies Record<InvitedRole, string>,
    loading: 'Leyendo la invitación...',
    submit: 'Crear mi cuenta',
    submitting: 'Creando...',
    orPasskey: 'O sin contraseña: con tu huella, tu cara o el PIN de este dispositivo.',
    byPasskey: 'Usar una clave de acceso',
    done: 'Tu cuenta está lista',
    failedHint: 'Pedile a quien te invitó que te la envíe otra vez. ¿Ya la aceptaste?',
  },
} as const;
