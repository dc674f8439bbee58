/** What the back-office's frame and shared widgets say. */
export const crmStrings = {
  brand: 'Zaguán',
  product: 'CRM',
  skipToContent: 'Saltar al contenido',
  loading: 'Cargando...',
  retry: 'Reintentar',
  cancel: 'Cancelar',
  close: 'Cerrar',
  undo: 'Deshacer',
  toastsHotkey: 'Avisos (Alt+T)',
  dismissToast: 'Descartar aviso',
  manageCrm: 'Gestionar CRM',
  optional: 'opcional',
  signOut: 'Cerrar sesión',
  unexpected: 'Ocurrió un error. Por favor intenta nuevamente.',
} as const;
