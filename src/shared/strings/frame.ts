/** What the frame around each screen says: the server draws it, and no script carries it. */
export const frameStrings = {
  skipToContent: 'Saltar al contenido',
  /** The accessible name of the navigation. */
  places: 'Principal',
  leads: 'Leads',
  numbers: 'Números',
  manageCrm: 'Gestionar CRM',
  settings: 'Ajustes',
  account: 'Cuenta',
  roles: { admin: 'Administra', staff: 'Ventas', coordinator: 'Coordina' },
  panelTitle: 'Panel de leads',
} as const;
