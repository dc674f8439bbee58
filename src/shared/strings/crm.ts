import { nombre } from '~/content/site.yaml';

/** Texts of the CRM's frame and shared widgets. */
export const crmStrings = {
  /** The provider's name, defined once for site and CRM. */
  brand: nombre,
  product: 'CRM',
  loading: 'Cargando...',
  retry: 'Reintentar',
  cancel: 'Cancelar',
  close: 'Cerrar',
  undo: 'Deshacer',
  working: 'Un momento...',
  undoHotkey: 'Deshacer (Ctrl+Z)',
  toastsHotkey: 'Avisos (Alt+T)',
  dismissToast: 'Descartar aviso',
  signOut: 'Cerrar sesión',
  crash: {
    title: 'Unexpected Application Error!',
    text: 'Esta parte de la pantalla dejó de funcionar. Lo que ya guardaste está a salvo.',
    reload: 'Recargar la página',
  },
  connection: {
    lost: 'Sin conexión. Lo que ves puede haber cambiado.',
    lostWaiting: (count: number) =>
      `Sin conexión. ${count === 1 ? '1 cambio espera y se guarda' : `${count} cambios esperan y se guardan`} cuando vuelva: no cierres esta página.`,
    slow: 'El servidor tarda en responder. Seguimos esperando…',
    back: 'Volvió la conexión.',
    notSaved: 'Sin conexión: no se guardó. Probá de nuevo cuando vuelva.',
    failed: 'Sin conexión: probá de nuevo cuando vuelva.',
    comesBack: 'Sin conexión: se carga solo cuando vuelva.',
    notOpened: 'No se pudo abrir',
  },
  unexpected: 'Ocurrió un error. Por favor intenta nuevamente.',
} as const;

/** Texts of the frame around each screen: server-rendered, in no script. */
export const frameStrings = {
  skipToContent: 'Saltar al contenido',
  /** Accessible name of the navigation. */
  places: 'Principal',
  leads: 'Leads',
  numbers: 'Números',
  manageCrm: 'Gestionar CRM',
  integrations: 'Integraciones',
  settings: 'Plantillas y avisos',
  account: 'Cuenta',
  roles: { admin: 'Administra', staff: 'Ventas', coordinator: 'Coordina' },
  /** A script is missing. */
  unloaded: 'Una parte de la página no se pudo cargar.',
  panelTitle: 'Panel de leads',
} as const;

/** In no script. */
export const noScript = 'El CRM necesita JavaScript. Activalo en tu navegador y volvé a cargar la página.';
