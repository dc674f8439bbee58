const several = (count: number, one: string, many: string) => (count === 1 ? one : `${count} ${many}`);

/** Mails to staff about leads, and to administrators about the installation. */
export const noticeMailStrings = {
  /** The first people of a list, in its mail's subject. */
  named: (what: string, names: readonly string[], more: number) =>
    `${what}: ${names.join(', ')}${more > 0 ? ` y ${more} más` : ''}`,
  newLead: 'Nueva consulta',
  newLeads: (total: number) => several(total, '1 consulta nueva', 'consultas nuevas'),
  newLeadText: 'Llegó una consulta nueva:',
  newLeadsText: 'Llegaron estas consultas:',
  wrote: 'Escribió por WhatsApp',
  wroteMany: (total: number) => several(total, '1 persona espera respuesta', 'personas esperan respuesta'),
  wroteText: 'Escribió por WhatsApp y espera una respuesta:',
  wroteManyText: 'Escribieron por WhatsApp y esperan una respuesta:',
  waitsSince: (hour: string) => `Espera desde las ${hour}`,
  untouched: 'Sin atender',
  untouchedMany: (total: number) => several(total, '1 consulta sin atender', 'consultas sin atender'),
  insistText: 'Nadie la atendió todavía. ¿La tomás?',
  insistManyText: 'Nadie las atendió todavía, en el orden en que llegaron. ¿Tomás alguna?',
  alarmText: 'El equipo ya recibió un segundo aviso y nadie la atendió.',
  alarmManyText: 'El equipo ya recibió un segundo aviso y nadie las atendió.',
  reminder: 'Próximo contacto',
  reminders: (total: number) => several(total, '1 próximo contacto', 'próximos contactos'),
  reminderText: 'Es la hora que anotaste:',
  remindersText: 'Es la hora que anotaste para:',
  won: 'Lead ganado',
  wonMany: (total: number) => several(total, '1 lead ganado', 'leads ganados'),
  wonText: (by: string) => `${by} lo marcó como ganado:`,
  wonManyText: (by: string) => `${by} los marcó como ganados:`,
  someone: 'Alguien',
  noPlan: 'Sin plan definido',
  open: 'Abrir en el CRM',
  seeAll: (total: number) => `Ver las ${total} en el CRM`,
  seeAllContacts: (total: number) => `Ver los ${total} en el CRM`,
  arrived: (day: string, hour: string) => `Llegó el ${day} a las ${hour}`,
  noHour: 'Sin hora',
  /** For a lost lead that comes back. */
  lost: (reason: string) => `se perdió: ${reason}`,
  digest: {
    called: 'Tu resumen del día',
    subject: (day: string, parts: string) => `Tu resumen del ${day}: ${parts}`,
    text: 'Esto es lo que hay para hoy:',
    new: (total: number) => several(total, '1 nuevo', 'nuevos'),
    today: (total: number) => `${total} para hoy`,
    overdue: (total: number) => several(total, '1 vencido', 'vencidos'),
    headings: {
      new: (from: string, total: number) => `Llegaron desde el ${from} · ${total}`,
      today: (total: number) => `Para hoy, tuyos · ${total}`,
      overdue: (total: number) => `Vencidos, tuyos · ${total}`,
    },
    all: 'Abrir esta lista',
    weekdays: ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'],
  },
  weeklySummary: {
    called: 'Los números de la semana',
    subject: (from: string, to: string, came: number, won: number) =>
      `Tus números del ${from} al ${to}: ${several(won, '1 ganado', 'ganados')}, ${several(came, '1 consulta', 'consultas')}`,
    text: (from: string, to: string) =>
      `Así fue la semana del ${from} al ${to}, comparada con la anterior. Cada número abre su lista.`,
    open: 'Ver todos los números',
    zone: (zone: string) => `Los días y las horas son los de ${zone}.`,
  },
  troubles: {
    webhooks: {
      subject: 'Fallan los envíos a otros sistemas',
      text: 'Hay avisos a la automatización que no se pudieron entregar, o que esperan hace más de diez minutos.',
      over: 'Los envíos a otros sistemas vuelven a salir',
    },
    destinations: {
      subject: 'Se pausó un destino de avisos',
      text: 'Durante tres días no se le pudo entregar nada, o respondió que ya no existe (410), así que no se intenta más. Lo que pasa mientras tanto espera 30 días y sale cuando alguien lo reactive.',
      over: 'Ningún destino está en pausa por fallas',
    },
    whatsapp: {
      subject: 'WhatsApp dejó de funcionar',
      text: 'Meta ya no acepta el token del número, o no lo encuentra: no salen mensajes ni se ven los archivos que llegan.',
      over: 'WhatsApp vuelve a funcionar',
    },
    mails: {
      subject: 'Hay correos que no salen',
      text: 'Hay correos que no se pudieron entregar, o que esperan hace más de diez minutos.',
      over: 'Los correos vuelven a salir',
    },
    push: {
      subject: 'Hay dispositivos que no reciben avisos',
      text: 'Un servicio de avisos no aceptó a este servidor: no se vuelve a intentar. Avisale a quien mantiene el servidor.',
      over: 'Los avisos a dispositivos vuelven a salir',
    },
    disk: {
      subject: 'Queda poco espacio en el disco',
      text: 'Quedan menos de 500 MB donde están la base o los respaldos. Cuando se llene, no se va a poder guardar nada. Avisale a quien mantiene el servidor.',
      over: 'El disco vuelve a tener espacio',
    },
    backups: {
      subject: 'Falló el respaldo',
      text: 'El último respaldo no se pudo hacer, o falta hace demasiado. Avisale a quien mantiene el servidor.',
      over: 'Los respaldos vuelven a hacerse',
    },
    clock: {
      subject: 'El reloj del servidor está adelantado',
      text: 'Está más de una semana adelante de la última vez que el servidor anduvo, así que no se borra nada de lo vencido. Si el servidor estuvo detenido, o se restauró un respaldo viejo, no hace falta hacer nada: sigue solo después de andar un día. Si no, avisale a quien lo mantiene.',
      over: 'El servidor vuelve a borrar lo vencido',
    },
  },
  heavyReading: {
    subject: (token: string) => `El token «${token}» leyó más de 30.000 leads hoy`,
    text: 'Un programa que se mantiene al día lee solo lo que cambió: tantos leads en un día pueden ser una copia de toda la lista. Si no sabés de qué se trata, revocá el token.',
    see: 'Ver los tokens',
  },
  templateSpending: {
    subject: (sent: number, ceiling: number) =>
      `Hoy ya se mandaron ${sent} de los ${ceiling} mensajes con plantilla de un día`,
    text: (share: number, ceiling: number) =>
      `Meta cobra los mensajes con plantilla. Al llegar a ${ceiling} no sale ninguno más hasta mañana, y una persona o un token puede mandar hasta ${share}. Si el equipo necesita más, quien mantiene el servidor lo cambia con WHATSAPP_TEMPLATES_A_DAY; si no sabés quién los manda, cada conversación dice quién escribió cada mensaje.`,
  },
  overText: 'Ya se resolvió: no hace falta que hagas nada.',
  seeDeliveries: 'Ver las integraciones',
  becauseAdmin: 'Recibís este aviso porque administrás el CRM.',
  becauseChosen: (account: string, stop: string) =>
    `Elegís qué correos recibir en «Mi cuenta»: ${account}. Para no recibir más correos como este: ${stop}`,
} as const;
