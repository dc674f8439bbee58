import type { ProfileStatus } from '~/shared/accounts/account';
import type { AuditType } from '~/shared/audit/event';

/** What administrators read about the provider's own people. */
export const teamStrings = {
  pageTitle: 'Gestión de CRM',
  backToPanel: 'Volver al panel',
  views: 'Secciones de gestión',
  team: 'Equipo',
  audit: 'Registro de accesos',
  columns: {
    name: 'Nombre',
    email: 'Email',
    status: 'Estado',
    role: 'Rol',
    created_at: 'Fecha de alta',
    actions: 'Acciones',
  },
  empty: 'No hay personas en el equipo',
  statuses: {
    active: 'Activo',
    pending: 'Pendiente',
    suspended: 'Suspendido',
    disabled: 'Deshabilitado',
  } satisfies Record<ProfileStatus, string>,
  unverified: 'Email sin verificar',
  roles: { admin: 'Administrador', staff: 'Equipo' },
  you: 'vos',
  actionsFor: (name: string) => `Acciones para ${name}`,
  actions: {
    approve: 'Aprobar',
    reject: 'Rechazar',
    suspend: 'Suspender',
    reactivate: 'Reactivar',
    makeAdmin: 'Hacer administrador',
    unmakeAdmin: 'Quitar administrador',
    resetPassword: 'Restablecer contraseña',
    delete: 'Eliminar',
  },
  confirm: {
    suspend: (name: string) => ({
      title: `¿Suspender a ${name}?`,
      text: 'Se cierran sus sesiones y no puede volver a entrar hasta que lo reactives.',
    }),
    reject: (name: string) => ({
      title: `¿Rechazar a ${name}?`,
      text: 'Su cuenta queda deshabilitada. Podés aprobarla más adelante o eliminarla.',
    }),
    unmakeAdmin: (name: string) => ({
      title: `¿Quitarle a ${name} el rol de administrador?`,
      text: 'Se cierran sus sesiones. Al volver a entrar va a poder trabajar solo con los leads.',
    }),
    resetPassword: (name: string) => ({
      title: `¿Restablecer la contraseña de ${name}?`,
      text: 'La actual deja de servir, se cierran sus sesiones y le enviamos un enlace para elegir otra.',
    }),
    delete: (name: string) => ({
      title: `¿Eliminar a ${name}?`,
      text: 'Se borra su cuenta. Esto no se puede deshacer.',
    }),
  },
  working: 'Un momento...',
  toasts: {
    approved: 'Cuenta aprobada',
    rejected: 'Cuenta rechazada',
    suspended: 'Persona suspendida',
    reactivated: 'Persona reactivada',
    madeAdmin: 'Ahora es administrador',
    unmadeAdmin: 'Ya no es administrador',
    reset: 'Contraseña restablecida. Se ha enviado un email a la persona.',
    deleted: 'Cuenta eliminada',
    failed: 'Error al cambiar la cuenta',
  },
} as const;

/** What administrators read in the audit: each entry as a sentence of what happened. */
export const auditStrings = {
  empty: 'Todavía no hay nada en el registro',
  more: 'Ver más antiguos',
  loadingMore: 'Cargando...',
  loadFailed: 'Error al cargar el registro',
  nobody: 'Sin iniciar sesión',
  columns: {
    created_at: 'Fecha',
    what: 'Qué pasó',
    actor: 'Quién',
    subject: 'A quién',
    address: 'Dirección IP',
  },
  types: {
    admin_created: 'Cuenta de administrador creada',
    sign_in: 'Inició sesión',
    sign_in_failed: 'No pudo iniciar sesión',
    sign_out: 'Cerró sesión',
    signed_up: 'Pidió una cuenta',
    email_verified: 'Verificó su email',
    recovery_requested: 'Pidió recuperar la contraseña',
    password_reset: 'Eligió una contraseña nueva con un enlace',
    password_changed: 'Cambió su contraseña',
    name_changed: 'Cambió su nombre',
    session_ended: 'Cerró una de sus sesiones',
    sessions_ended: 'Cerró sus demás sesiones',
    access_link_used: 'Entró con un enlace de acceso',
    status_changed: 'Cambió el estado',
    role_changed: 'Cambió el rol',
    coordinator_created: 'Creó un coordinador',
    reset_by_admin: 'Restableció la contraseña',
    user_deleted: 'Eliminó la cuenta',
  } satisfies Record<AuditType, string>,
  /** What `from_value` and `to_value` are called, where they are no names. */
  values: {
    admin: 'Administrador',
    staff: 'Equipo',
    active: 'Activo',
    pending: 'Pendiente',
    suspended: 'Suspendido',
    disabled: 'Deshabilitado',
    invalid_credentials: 'email o contraseña incorrectos',
    email_unverified: 'email sin verificar',
    awaiting_approval: 'espera aprobación',
    account_suspended: 'cuenta suspendida',
    initial_password_expired: 'contraseña inicial vencida',
  } as Record<string, string>,
} as const;
