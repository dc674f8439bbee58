/** What is erased with a person, for the operator and in the lead. */
const erasedStrings = {
  leads: ['lead, con sus notas y su historia', 'leads, con sus notas y su historia'],
  messages: ['mensaje de WhatsApp', 'mensajes de WhatsApp'],
  enquiries: ['consulta tal como llegó', 'consultas tal como llegaron'],
  deliveries: ['mensaje a otros sistemas', 'mensajes a otros sistemas'],
  views: ['vista guardada que la busca', 'vistas guardadas que la buscan'],
  import_rows: ['fila de importaciones', 'filas de importaciones'],
  sign_ups: ['cuenta pedida que nadie confirmó', 'cuentas pedidas que nadie confirmó'],
  invitations: ['invitación sin aceptar', 'invitaciones sin aceptar'],
  mails: ['correo en MAIL_DIR', 'correos en MAIL_DIR'],
  events: [
    'cambio de otros leads, que queda sin ese email o número',
    'cambios de otros leads, que quedan sin ese email o número',
  ],
  audit: [
    'entrada del registro de accesos, que queda sin nombre',
    'entradas del registro de accesos, que quedan sin nombre',
  ],
  companies: ['inmobiliaria, que queda sin su nombre', 'inmobiliarias, que quedan sin su nombre'],
} as const satisfies Record<string, readonly [one: string, many: string]>;
export type ErasedKind = keyof typeof erasedStrings;

/** The noun for this many of a kind. */
export function describeErased(kind: ErasedKind, count: number): string {
  return erasedStrings[kind][count === 1 ? 0 : 1];
}

/** Apart from the lead's other texts, so that only those who erase load it. */
export const eraseStrings = {
  text: 'Se borra para siempre lo guardado sobre esta persona, en todos sus leads. No se puede deshacer.',
  countFailed: 'Error al buscar lo guardado sobre esta persona',
  goes: 'Se borra',
  stays: 'Queda',
  also: 'También podés borrar',
  sameNumber: (leads: number) =>
    leads === 1 ? 'También hay un lead con el mismo número.' : `También hay ${leads} leads con el mismo número.`,
  relatedLead: (nombre: string, email: string) => `El lead de ${nombre} (${email || 'sin email'})`,
  relatedEmail: (email: string) =>
    `Lo guardado con ${email}, que alguno de sus leads tuvo o tiene, o que llegó junto con su número`,
  relatedCompany: (name: string) => `El nombre de la inmobiliaria «${name}», que se hizo de un lead suyo`,
  relatedView: (name: string) => `La vista guardada «${name}», que la nombra o busca su número`,
  /** New name of an agency that was named after an erased person. */
  agency: (id: number) => `Inmobiliaria ${id}`,
  nothing: 'Nada',
  namedIn: 'Otros leads la nombran en una nota, el mensaje o la historia. Revisalos:',
  lead: (id: number) => `Lead ${id}`,
  account: 'Tiene una cuenta, que se elimina en Equipo. Después repetí esto.',
  agent: 'Es agente de una inmobiliaria: se elimina en la página de la inmobiliaria.',
  copies: (copies: number, days: number) =>
    `${copies === 1 ? 'Un respaldo hecho antes la conserva hasta que se reemplace' : `${copies} respaldos hechos antes la conservan hasta que se reemplacen`}, ${days} días como mucho con los ajustes de fábrica.`,
  others: 'Lo que otros sistemas ya hayan recibido.',
  confirm: (contact: string) => `Para confirmar, escribí ${contact}`,
  submit: 'Borrar para siempre',
  submitting: 'Borrando...',
  done: 'Se borró todo lo guardado sobre la persona',
  notOverwritten:
    'Alguien lee la base hace rato (un respaldo, por ejemplo) y restos pueden quedar en su registro de escritura hasta que termine.',
  failed: 'Error al borrar los datos',
  changed: 'El lead cambió mientras tanto. Abrilo de nuevo y repetí.',
} as const;
