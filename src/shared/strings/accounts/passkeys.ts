/** Texts about passkeys: signing in with one, and managing one's own. */
export const passkeyStrings = {
  signIn: 'Entrar con una clave de acceso',
  signingIn: 'Esperando a tu dispositivo...',
  confirm: 'Confirmar con una clave de acceso',
  title: 'Claves de acceso',
  add: 'Agregar una clave de acceso',
  adding: 'Preparando...',
  addText:
    'Entrás con tu huella, tu cara o el PIN de este dispositivo, sin contraseña. Ponele un nombre que te diga dónde está.',
  create: 'Crear clave',
  added: 'Clave de acceso agregada',
  rename: 'Cambiar nombre',
  renameNamed: (name: string) => `Cambiar nombre de ${name}`,
  renameTitle: 'Cambiar el nombre de la clave',
  remove: 'Quitar',
  removeNamed: (name: string) => `Quitar la clave ${name}`,
  removed: 'Clave quitada: ya no abre tu cuenta',
  /** Shown when setting a new password. */
  keep: {
    title: 'Tus claves de acceso',
    text: 'Marcá las que son tuyas. Las demás dejan de servir, por si alguien agregó una.',
    noneLeft:
      'Claves de acceso: marcá al menos una tuya, porque el CRM te pide la verificación en dos pasos y una contraseña nueva no la quita. Si ya no tenés ninguna, pedile a un administrador que la quite.',
  },
  since: 'Agregada',
  lastUsed: 'Último uso',
  neverUsed: 'Sin usar todavía',
  synced: 'Sincronizada',
  loadFailed: 'Error al cargar tus claves de acceso',
  failed: 'Error con la clave de acceso',
  unsupported: 'Este navegador no admite claves de acceso.',
  cancelled: 'Tu dispositivo no confirmó quién sos. Probá otra vez.',
  exists: 'Este dispositivo ya tiene una clave de acceso de tu cuenta.',
  errors: {
    malformed: 'El navegador envió una clave de acceso que no se entiende.',
    nameRequired: 'Nombre: escribí cómo querés llamarla.',
    nameLong: 'Nombre: usá como mucho 60 caracteres.',
    unknown: 'Esa clave de acceso ya no abre ninguna cuenta. Entrá con tu contraseña.',
    atRest:
      'Tu contraseña fue restablecida. Hasta que elijas otra, tus claves de acceso no sirven: buscá el enlace en tu correo, o entrá con la que te dieron.',
    refused: 'No se pudo comprobar la clave de acceso. Probá otra vez.',
    tooMany: (most: number) => `Ya tenés ${most} claves de acceso. Quitá una que no uses.`,
  },
} as const;
