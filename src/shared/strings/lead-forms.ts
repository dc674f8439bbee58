/** What the panel's further filters and its question before a removal say; they are loaded after it. */
export const leadForms = {
  removal: {
    text: (nombre: string) =>
      `¿Eliminar a ${nombre}? Vas a poder recuperarlo de la papelera durante 30 días.`,
    confirm: 'Eliminar',
    confirming: 'Eliminando...',
  },
  anyTime: 'Da igual',
  daysSwapped: 'El primer día es después del último.',
} as const;
