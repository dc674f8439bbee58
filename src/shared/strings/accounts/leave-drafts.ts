/** Asked on signing out with unsaved text. */
export const leaveDraftsStrings = {
  title: 'Hay algo escrito sin guardar',
  text: 'Una nota o un formulario quedó a medio escribir. Si cerrás la sesión, se descarta.',
  confirmLabel: 'Descartar y cerrar sesión',
};
