/** A question, and its confirm button. */
export type Question = { title: string; text: string; confirm: string };

const endsSessions = 'Se cierra su sesión en todos sus dispositivos.';
const final = 'Esto no se puede deshacer.';

const deletion = (name: string, text: string): Question => ({
  title: `¿Eliminar a ${name}?`,
  text,
  confirm: 'Eliminar',
});

/**
 * Confirmations, by one rule for all screens: ending somebody's access or session asks, and so does what cannot be
 * undone; everything else happens at once, with an undo where possible. What ends sessions says so.
 */
export const questions = {
  resetPassword: (name: string): Question => ({
    title: `¿Restablecer la contraseña de ${name}?`,
    text: `La actual deja de servir y elige otra con un enlace; ahí dice cuáles claves de acceso son suyas. ${endsSessions} Sus avisos y su calendario dejan de servir.`,
    confirm: 'Restablecer',
  }),
  withdrawInvitation: (email: string): Question => ({
    title: `¿Retirar la invitación de ${email}?`,
    text: 'Su enlace deja de servir. Podés volver a invitarla cuando quieras.',
    confirm: 'Retirar',
  }),
  removePasskey: (name: string): Question => ({
    title: `¿Quitar la clave ${name}?`,
    text: 'Ya no vas a poder entrar con ella. Tu contraseña y tus otras claves siguen igual.',
    confirm: 'Quitar',
  }),
  resetSecondFactor: (name: string): Question => ({
    title: `¿Quitar la verificación en dos pasos de ${name}?`,
    text: `Hacelo solo si perdió el teléfono y los códigos, y comprobaste que te lo pide de verdad. También se quitan sus claves de acceso. Entra con su contraseña y la activa de nuevo; le avisamos por correo. ${endsSessions}`,
    confirm: 'Quitar',
  }),
  suspend: (name: string): Question => ({
    title: `¿Suspender a ${name}?`,
    text: `No va a poder entrar hasta que alguien reactive su cuenta. ${endsSessions} Sus claves de acceso, sus avisos y su calendario no vuelven.`,
    confirm: 'Suspender',
  }),
  reject: (name: string): Question => ({
    title: `¿Rechazar a ${name}?`,
    text: 'Su cuenta queda deshabilitada. Podés aprobarla más adelante o eliminarla.',
    confirm: 'Rechazar',
  }),
  makeAdmin: (name: string): Question => ({
    title: `¿Hacer administrador a ${name}?`,
    text: `Va a poder gestionar inmobiliarias, equipo e integraciones. ${endsSessions}`,
    confirm: 'Hacer administrador',
  }),
  unmakeAdmin: (name: string): Question => ({
    title: `¿Quitarle a ${name} el rol de administrador?`,
    text: `Va a poder trabajar solo con los leads. ${endsSessions}`,
    confirm: 'Quitar administrador',
  }),
  deleteMember: (name: string) => deletion(name, `Se borra su cuenta. ${final}`),
  deleteCoordinator: (name: string) =>
    deletion(name, `Se borra su cuenta. La inmobiliaria y sus agentes quedan como están. ${endsSessions} ${final}`),
  deleteAgent: (name: string) => deletion(name, `Deja de figurar entre los agentes. ${final}`),
  deactivateCompany: (name: string): Question => ({
    title: `¿Desactivar ${name}?`,
    text: `Su coordinador no va a poder entrar hasta que la actives de nuevo. ${endsSessions} No se borra nada.`,
    confirm: 'Desactivar',
  }),
  discardUndelivered: (line: string): Question => ({
    title: `¿Descartar lo que no se entregó? (${line})`,
    text: `Se borra y ya no se puede enviar. ${final}`,
    confirm: 'Descartar',
  }),
} as const;
