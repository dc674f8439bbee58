/** Texts of the frame around each screen: server-rendered, in no script. */
export const frameStrings = {
  skipToContent: 'Saltar al contenido',
  /** Accessible name of the navigation. */
  places: 'Principal',
  leads: 'Leads',
  numbers: 'Números',
  manageCrm: 'Gestionar CRM',
  settings: 'Ajustes',
  account: 'Cuenta',
  roles: { admin: 'Administra', staff: 'Ventas', coordinator: 'Coordina' },
  /** A script is missing. */
  unloaded: 'Una parte de la página no se pudo cargar.',
  panelTitle: 'Panel de leads',
} as const;
