import type { TokenArea, TokenScope } from '~/shared/tokens/token';

const scopes: Record<TokenScope, string> = {
  read: 'Lectura',
  write: 'Leads y notas',
  companies: 'Inmobiliarias y agentes',
  webhooks: 'Envíos a otros sistemas',
  messages: 'Mensajes de WhatsApp',
};

export const tokenStrings = {
  title: 'Tokens de acceso',
  intro: 'Un token nunca llega a las cuentas, al equipo ni a esta pantalla.',
  add: 'Crear token',
  list: 'Tokens en uso',
  empty: 'Todavía no hay tokens. Con uno, otro programa usa estos datos: por ejemplo, una planilla que lee los leads.',
  scopes,
  expired: 'Venció',
  rests: 'En reposo',
  restsText: 'No sirve hasta que lo confirmes.',
  until: (day: string) => `hasta el ${day}`,
  forEver: 'sin vencimiento',
  madeBy: (name: string | null) => (name ? `Creado por ${name}` : 'Creado por una cuenta eliminada'),
  neverUsed: 'Nunca se usó',
  lastUsed: 'Último uso',
  from: (address: string) => `desde ${address}`,
  revoke: 'Revocar',
  revokeNamed: (name: string) => `Revocar ${name}`,
  question: (name: string, hasDestinations: boolean) => ({
    title: `¿Revocar el token ${name}?`,
    text: `Deja de servir en este momento y no se puede volver a activar.${hasDestinations ? ' Los destinos de avisos que creó se eliminan.' : ''} Lo que hizo queda en los historiales con su nombre.`,
    confirm: 'Revocar',
  }),
  form: {
    title: 'Nuevo token',
    name: 'Nombre',
    nameHint: 'El programa que lo va a usar. Así aparece en los historiales.',
    scopes: 'Permisos',
    scopeHints: {
      read: 'Leer todo lo que la API muestra',
      write: 'Leer y cambiar leads y notas; leer los números',
      companies: 'Leer y cambiar inmobiliarias y agentes',
      webhooks: 'Crear destinos, que reciben cada lead y cada nota, y eliminarlos. Terminan con el token.',
      messages: 'Leer y escribir las conversaciones de WhatsApp',
    } satisfies Record<TokenScope, string>,
    expires: 'Vence el',
    expiresHint: 'Último día en que sirve: dentro de 90 días si no lo cambiás. Vacío: hasta que lo revoques.',
    submit: 'Crear token',
    busy: 'Creando...',
  },
  reveal: {
    title: 'Guardá este token',
    text: (name: string) =>
      `Es la única vez que se muestra el token «${name}»: el CRM no lo guarda. Si se pierde, revocalo y creá otro.`,
    label: 'Token',
    copy: 'Copiar token',
    copied: 'Token copiado',
    done: 'Ya lo guardé',
    question: {
      title: '¿Ya guardaste el token?',
      text: 'No lo copiaste con el botón, y no se va a mostrar de nuevo.',
      confirm: 'Ya lo guardé',
    },
  },
  toasts: {
    revoked: 'Token revocado',
    createFailed: 'Error al crear el token',
    revokeFailed: 'Error al revocar el token',
    loadFailed: 'Error al cargar los tokens',
  },
  errors: {
    name: 'Poné un nombre',
    nameLong: 'El nombre es demasiado largo (máximo 60 caracteres)',
    scope: 'Elegí qué puede hacer',
    day: 'Esa fecha no existe',
    past: 'Esa fecha ya pasó',
    unknown: 'Ese token no existe, venció, fue revocado o espera que lo confirmen.',
    readOnly: { es: 'Este token solo puede leer.', en: 'This token may only read.' },
    noScope: (area: TokenArea) => ({
      es: `A este token le falta el permiso «${scopes[area]}».`,
      en: `This token has no scope "${area}".`,
    }),
    closed: { es: 'Con un token no se llega a esta parte.', en: 'No token may do this.' },
    withCookie: {
      es: 'El pedido trae un token y además una cookie. Mandá solo el token.',
      en: 'The request has a token and a cookie: send the token alone.',
    },
    key: {
      es: 'El encabezado Idempotency-Key lleva de 1 a 255 letras, números o signos, sin espacios.',
      en: 'Idempotency-Key must have 1 to 255 visible ASCII characters.',
    },
    tooMany: 'Este token hizo demasiados pedidos. Esperá un momento y seguí.',
  },
} as const;
