/** Texts of the second factor: set-up, and the second step of signing in. */
export const secondFactorStrings = {
  title: 'Verificación en dos pasos',
  required: 'Primero activá la verificación en dos pasos: quien administra el CRM la pide.',
  expired: 'Pasó demasiado tiempo o hubo demasiados intentos. Escribí tu contraseña de nuevo.',
  codeWrong: 'Código: no es el de este momento, o ya se usó. Esperá el siguiente.',
  recoveryWrong: 'Código de recuperación: no es correcto, o ya se usó.',
  tooManyWrong:
    'Hubo demasiados códigos equivocados: alguien conoce tu contraseña. Cambiala con «¿Olvidaste tu contraseña?» y los códigos vuelven a servir, o entrá con un código de recuperación.',
  tooManyConfirmations:
    'Hubo demasiados códigos equivocados en tus sesiones abiertas. Usá un código de recuperación, o cerrá sesión y entrá de nuevo.',
  notByPassword:
    'Para tu cuenta no alcanza con la contraseña. Confirmá con el código de tu aplicación o con tu clave de acceso.',
  confirmByPasskey: 'Por seguridad, confirmá con tu clave de acceso. Lo que estabas haciendo te espera.',
  codeRequired: 'Código: escribí los 6 números que muestra tu aplicación.',
  recoveryRequired: 'Código de recuperación: escribí uno entero, por ejemplo 3-ABCDE-FGHIJ.',
  unreadable:
    'El servidor no puede leer tu verificación en dos pasos. Entrá con un código de recuperación y configurala de nuevo.',
  notBegun: 'Código: esta clave ya venció o se usó. Empezá de nuevo para tener otra.',
  notSet: 'Todavía no activaste la verificación en dos pasos.',
  step: {
    text: 'Escribí el código de 6 números que muestra tu aplicación de autenticación.',
    passkeyText: 'Para tu cuenta hace falta algo más que la contraseña: entrá con tu clave de acceso.',
    code: 'Código',
    submit: 'Continuar',
    submitting: 'Verificando...',
    useRecovery: 'Usar un código de recuperación',
    useApp: 'Usar la aplicación',
    recoveryText: 'Escribí uno de los diez códigos que guardaste. Cada uno sirve una sola vez.',
    recoveryCode: 'Código de recuperación',
    otherAccount: 'Entrar con otra cuenta',
    lost: '¿Perdiste el teléfono y los códigos? Quien administra el CRM puede quitarte la verificación.',
  },
  own: {
    off: 'Para que nadie entre solo con tu contraseña.',
    on: 'Al entrar se pide también el código de tu aplicación.',
    onBadge: 'Activada',
    offBadge: 'Sin activar',
    open: 'Configurar',
    manage: 'Administrar',
    daysLeft: (days: number) => {
      const left = days > 1 ? `Te quedan ${days} días` : 'Te queda menos de un día';
      return `${left} para activar la verificación en dos pasos`;
    },
    requiredUntil: 'Quien administra el CRM la pide. Activala antes del',
    requiredNow: 'Quien administra el CRM la pide: activala para seguir trabajando.',
  },
  setUp: {
    intro:
      'Vas a necesitar una aplicación de autenticación en tu teléfono, por ejemplo Google Authenticator, Aegis o 1Password.',
    start: 'Empezar',
    starting: 'Preparando...',
    scanTitle: 'Escaneá el código',
    scan: 'En la aplicación, agregá una cuenta y apuntá la cámara acá.',
    qr: 'Código QR para tu aplicación de autenticación',
    byHand: '¿No podés escanearlo? Escribí esta clave en la aplicación:',
    openApp: 'Abrir en la aplicación de este teléfono',
    codeTitle: 'Escribí el código que aparece',
    confirm: 'Activar',
    confirming: 'Activando...',
    cancel: 'Cancelar',
    done: 'Verificación en dos pasos activada',
  },
  passkey: {
    title: 'O una clave de acceso',
    text: 'Con tu huella, tu cara o el PIN de tu dispositivo. Vale por los dos pasos, y no hace falta ninguna aplicación.',
  },
  recovery: {
    title: 'Tus códigos de recuperación',
    text: 'Guardalos ahora: no se vuelven a mostrar. Con cada uno podés entrar una vez si no tenés el teléfono.',
    copy: 'Copiar los diez',
    copied: 'Copiado',
    copyFailed: 'No se pudo copiar. Seleccionalos y copialos a mano.',
    download: 'Descargar',
    fileName: 'codigos-de-recuperacion.txt',
    fileHeading: (brand: string, email: string) =>
      `Códigos de recuperación de ${brand} para ${email}. Cada uno sirve una sola vez.`,
    saved: 'Ya los guardé',
    left: (count: number) =>
      count === 1 ? 'Te queda 1 código de recuperación.' : `Te quedan ${count} códigos de recuperación.`,
    renew: 'Hacer códigos nuevos',
    renewText: 'Los anteriores dejan de servir.',
  },
  manage: {
    since: 'Activada el',
    replace: 'Cambiar de teléfono',
    replaceText: 'El actual sirve hasta que escribas el primer código del nuevo.',
    remove: 'Desactivar',
    removeText: 'Para entrar va a alcanzar con tu contraseña, y tus códigos de recuperación dejan de servir.',
    removing: 'Desactivando...',
    removed: 'Verificación en dos pasos desactivada',
    otherSessions: 'Hay otras sesiones abiertas que entraron sin este paso. ¿Las cerramos?',
    endOthers: 'Cerrar las demás sesiones',
    go: 'Seguir al CRM',
  },
} as const;
