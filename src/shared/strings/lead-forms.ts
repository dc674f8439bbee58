/** What the panel says only after a press, or long after it has opened; it is loaded after it. */
export const leadForms = {
  removal: {
    text: (nombre: string) =>
      `¿Eliminar a ${nombre}? Vas a poder recuperarlo de la papelera durante 30 días.`,
    confirm: 'Eliminar',
    confirming: 'Eliminando...',
  },
  newest: 'Más recientes',
  /** The orders that columns have. */
  orders: { antiguos: 'Más antiguos', mas_notas: 'Más notas', menos_notas: 'Menos notas' },
  /** Those for which a phone has no chip. */
  moreViews: 'Más vistas',
  /** On a phone it begins the choosing. */
  pick: 'Elegir',
  shortcuts: 'Atajos de teclado',
  trash: 'Papelera',
  otherMessage: 'Otro mensaje',
  otherMessageFor: (nombre: string) => `Otro mensaje para ${nombre}`,
  anyTime: 'Da igual',
  daysSwapped: 'El primer día es después del último.',
} as const;
