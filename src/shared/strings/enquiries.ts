/** What a visitor reads in the contact form and its answers. */
export const enquiryStrings = {
  title: 'Contactanos',
  subtitle: 'Completá el formulario y te contactaremos pronto.',
  labels: {
    nombre: 'Nombre',
    email: 'Email',
    pais: 'País',
    telefono: 'WhatsApp',
    mensaje: 'Mensaje',
  },
  countryPlaceholder: 'Selecciona tu país',
  phoneHintFormat: 'Formato E.164: +549... (código de país + número sin espacios)',
  phoneHintExample: 'Formato: +[código país][número] (ej: +5491123456789)',
  /** What the number still lacks, while one types. */
  phoneLacks: {
    letters: 'Usá solo números.',
    few: 'Faltan dígitos.',
    many: 'Sobran dígitos.',
    area: 'Falta el código de área, sin el 15 (ej: +5491123456789).',
    code: 'Falta el código de país: elegí tu país o empezá con +.',
  },
  honeypotLabel: 'No completes este campo',
  /** At the button; the link leads to the policy. */
  consent: {
    before: 'Al enviar aceptás nuestra ',
    link: 'política de privacidad',
    otherTab: ' (se abre en otra pestaña)',
    after: '.',
  },
  submit: 'Enviar consulta',
  submitting: 'Enviando...',
  close: 'Cerrar',
  errors: {
    summary: 'Revisá estos datos y volvé a enviar. No se perdió nada de lo que escribiste.',
    nombreRequired: 'Nombre: escribí tu nombre.',
    nombreLong: 'Nombre: usá como mucho 120 caracteres.',
    emailRequired: 'Email: escribí tu email.',
    emailInvalid: 'Email: escribí una dirección válida, por ejemplo nombre@dominio.com.',
    paisInvalid: 'País: elegí tu país de la lista.',
    telefonoRequired: 'WhatsApp: escribí tu número.',
    telefonoInvalid: 'WhatsApp: usá el signo + seguido de 6 a 15 dígitos, sin espacios (ej: +5491123456789).',
    mensajeRequired: 'Mensaje: contanos qué necesitás.',
    mensajeLong: 'Mensaje: usá como mucho 5000 caracteres.',
    tooLarge: (kilobytes: number) => `La consulta es demasiado grande (máximo ${kilobytes} KB).`,
    notStored: 'Ahora no pudimos guardar tu consulta. Volvé a enviarla en unos segundos, por favor.',
    overBudget:
      'Hoy nos llegaron demasiados formularios incompletos o automáticos. Revisá tus datos y volvé a enviarlos, o probá más tarde.',
  },
} as const;
