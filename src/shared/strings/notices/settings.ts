import type { EmailChoice } from '~/shared/notices/settings';

export const noticeErrors = {
  emailInvalid: 'Por correo: elegí cada consulta, un resumen o ninguno.',
  switchInvalid: 'Elegí sí o no.',
  tokenInvalid: 'El enlace está incompleto. Abrilo otra vez desde el correo.',
  nothing: 'Falta decir qué cambia.',
  daysInvalid: 'Días: elegí del lunes al domingo, cada uno una vez.',
  opensInvalid: 'Desde: escribí una hora, por ejemplo 09:00.',
  closesInvalid: 'Hasta: escribí una hora, por ejemplo 18:00.',
  closesEarly: 'Hasta: tiene que ser más tarde que la apertura.',
  insistInvalid: 'Avisar otra vez: poné entre 1 y 240 minutos.',
  alarmInvalid: 'Avisar a administración: poné entre 2 y 480 minutos.',
  alarmEarly: 'Avisar a administración: tiene que ser después del segundo aviso al equipo.',
} as const;

const emailChoices: Record<EmailChoice, { name: string; text?: string }> = {
  each: { name: 'Cada consulta', text: 'Apenas llega, y a la hora de cada próximo contacto.' },
  digest: { name: 'Un resumen por día', text: 'A las 8:00: lo nuevo, lo de hoy y lo vencido.' },
  none: { name: 'Ninguno' },
};

export const noticeStrings = {
  title: 'Avisos',
  /** Names the line that shows what is wrong. */
  forReader: 'Avisos',
  byMail: 'Por correo',
  emailChoices,
  switches: {
    weekly: 'Los números de la semana, los lunes a las 8:00',
    troubles: 'Lo que falla en el CRM',
    push: 'Avisos en mis dispositivos',
  },
  save: 'Guardar avisos',
  saving: 'Guardando...',
  saved: 'Avisos guardados',
  loadFailed: 'Error al cargar los avisos',
  team: {
    title: 'Avisos del equipo',
    defaultTitle: 'Por correo, para quien no eligió',
    defaultText: 'Cada persona elige lo suyo en «Mi cuenta». Esto vale hasta que lo haga.',
    hoursTitle: 'Horario de atención',
    hoursText:
      'Dentro de este horario se insiste con lo que nadie atendió. Lo que llega fuera de hora espera a la apertura.',
    days: 'Días',
    dayNames: ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'],
    opens: 'Desde',
    closes: 'Hasta',
    zone: (zone: string) => `Son horas de ${zone}. Al guardar, pasan a ser las de donde está este navegador.`,
    insistTitle: 'Consultas sin atender',
    insistText: 'Nadie la atendió: sigue sin cambio de estado, contacto, nota, responsable ni próximo contacto.',
    insist_after: 'Avisar otra vez al equipo a los',
    alarm_after: 'Avisar a administración a los',
    minutes: 'min',
    noDays: 'Sin días elegidos no se insiste nunca.',
  },
} as const;
