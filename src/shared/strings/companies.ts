/** What administrators and coordinators read about agencies. */
export const companyStrings = {
  ownAgency: 'Mi inmobiliaria',
  noCountry: 'Sin país',
  statuses: { active: 'Activa', inactive: 'Inactiva' },
  planTitle: 'Plan',
  plans: { FREE: 'Free', PRO: 'Pro' },
  planFeatures: {
    FREE: ['Hasta 5 agentes', 'Funciones básicas', 'Soporte por email'],
    PRO: ['Agentes ilimitados', 'Todas las funciones', 'Soporte prioritario', 'Reportes avanzados'],
  },
  agents: (count: number) => `Agentes (${count})`,
  agentsLabel: 'Agentes',
  agentColumns: { name: 'Nombre', email: 'Email', status: 'Estado' },
  agentStatuses: { active: 'Activo', suspended: 'Suspendido' },
  noAgents: 'No hay agentes registrados',
} as const;
