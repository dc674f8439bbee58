/** Texts the panel needs only after a press or long after opening; loaded later. */
export const laterStrings = {
  removal: {
    text: (nombre: string) => `¿Eliminar a ${nombre}? Vas a poder recuperarlo de la papelera durante 30 días.`,
    confirm: 'Eliminar',
    confirming: 'Eliminando...',
  },
  newest: 'Más recientes',
  /** Orders offered by columns. */
  orders: { antiguos: 'Más antiguos', mas_notas: 'Más notas', menos_notas: 'Menos notas' },
  /** Views without a chip on a phone. */
  moreViews: 'Más vistas',
  /** Starts selecting on a phone. */
  pick: 'Elegir',
  shortcuts: 'Atajos de teclado',
  trash: 'Papelera',
  otherMessage: 'Otro mensaje',
  otherMessageFor: (nombre: string) => `Otro mensaje para ${nombre}`,
  anyTime: 'Da igual',
  daysSwapped: 'El primer día es después del último.',
} as const;
