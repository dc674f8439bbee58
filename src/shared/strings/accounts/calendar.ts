/** Texts about the address for subscribing to one's next contacts. */
export const calendarStrings = {
  title: 'Calendario',
  text: 'Tus próximos contactos en el calendario del teléfono o de la computadora. Se leen con una dirección secreta: quien la tenga ve los nombres y las fechas.',
  make: 'Crear dirección',
  change: 'Crear otra',
  drop: 'Dejar de usarla',
  working: 'Un momento...',
  since: 'Hay una dirección en uso, creada',
  label: 'Dirección del calendario',
  once: 'Copiala ahora: es la única vez que se muestra.',
  copy: 'Copiar dirección',
  howTo: [
    ['Google Calendar', 'en la computadora, Otros calendarios → + → Desde URL.'],
    ['iPhone o Mac', 'Calendario → Agregar calendario de suscripción.'],
    ['Outlook', 'Agregar calendario → Suscribirse desde web.'],
  ],
  delay: 'Cada programa decide cada cuánto vuelve a leerla; Google puede tardar varias horas.',
  changeQuestion: {
    title: '¿Crear otra dirección?',
    text: 'La anterior deja de servir, y los calendarios que la usan dejan de actualizarse.',
    confirm: 'Crear otra',
  },
  dropQuestion: {
    title: '¿Dejar de usar la dirección?',
    text: 'Los calendarios que la usan dejan de actualizarse.',
    confirm: 'Dejar de usarla',
  },
  toasts: {
    copied: 'Dirección copiada',
    dropped: 'La dirección ya no sirve',
    makeFailed: 'Error al crear la dirección',
    dropFailed: 'Error al dar de baja la dirección',
    loadFailed: 'Error al cargar tu calendario',
  },
  calendarName: (brand: string) => `Próximos contactos · ${brand}`,
  event: (name: string) => `Contactar a ${name}`,
  open: (url: string) => `Abrir en el CRM: ${url}`,
} as const;
