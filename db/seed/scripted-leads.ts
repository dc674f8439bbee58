import type { ClientType } from '~/shared/leads/enums';
import type { DialledCountry } from '~/shared/phones/numbering';

/** A file imported after a fair of some days. */
export const FAIR = { id: 1, file: 'contactos-expo-inmobiliaria.csv', people: 22, daysAgo: 68, days: 3 };

/** People the demonstration relies on: the agencies of those who can sign in, and somebody who writes again. */
export const SCRIPTED_LEADS: {
  nombre: string;
  empresa: string;
  pais: DialledCountry;
  client_type: ClientType;
  daysAgo: number;
  /** Minutes until they were answered. */
  minutes: number;
  story: string;
  plan: string;
  mensaje: string;
}[] = [
  {
    nombre: 'Elena Quiroga',
    empresa: 'Inmobiliaria Costanera',
    pais: 'Argentina',
    client_type: 'inmobiliaria',
    daysAgo: 312,
    minutes: 4,
    story: 'a quick win',
    plan: 'agente-ia',
    mensaje:
      'Buenas tardes. Somos ocho en ventas y los domingos no contesta nadie. ¿El agente puede agendar las visitas del lunes?',
  },
  {
    nombre: 'Ramiro Salvatierra',
    empresa: 'Altos del Valle Propiedades',
    pais: 'Bolivia',
    client_type: 'inmobiliaria',
    daysAgo: 171,
    minutes: 22,
    story: 'a win in a month',
    plan: 'chat-ia',
    mensaje: 'Hola, tenemos 60 propiedades en Santa Cruz y una sola persona que responde. Quisiera una demo.',
  },
  {
    nombre: 'Ane Iturbe',
    empresa: 'Casa Norte',
    pais: 'España',
    client_type: 'inmobiliaria',
    daysAgo: 236,
    minutes: 9,
    story: 'a quick win',
    plan: 'chatbot-clasico',
    mensaje: 'Buscamos algo sencillo para los mensajes de fuera de horario. Somos dos en la oficina.',
  },
  {
    nombre: 'Martín Ríos',
    empresa: 'Ríos Bienes Raíces',
    pais: 'México',
    client_type: 'inmobiliaria',
    daysAgo: 118,
    minutes: 35,
    story: 'not now, and then not at all',
    plan: 'agente-ia',
    mensaje: '¿Cómo trabaja el agente con las citas? Somos seis vendedores en la colonia Del Valle.',
  },
];

/** The current backlog. */
export const WAITING: {
  nombre: string;
  pais: DialledCountry;
  minutesAgo: number;
  mensaje: string;
  /** Whether they have written before. */
  again?: true;
  /** Minutes until somebody opened WhatsApp, with the outcome still unsaid. */
  opened?: number;
}[] = [
  {
    nombre: 'Noelia Arce',
    pais: 'Uruguay',
    minutesAgo: 26 * 60 + 12,
    mensaje:
      'Tengo una inmobiliaria en Maldonado y la temporada se viene encima. ¿Llegan a ponerlo en marcha antes de enero?',
  },
  {
    nombre: 'Joaquín Montaño',
    pais: 'Chile',
    minutesAgo: 5 * 60 + 3,
    mensaje: '¿El asistente puede responder por las propiedades de dos sucursales con un solo número?',
  },
  {
    nombre: 'Camila Benítez',
    pais: 'España',
    minutesAgo: 41,
    mensaje: 'Hola, recibimos unas treinta consultas por día entre portales y web. ¿Qué plan nos recomiendan?',
  },
  {
    nombre: 'Ulises Barragán',
    pais: 'México',
    minutesAgo: 13,
    mensaje: 'Vendemos preventa en Querétaro y nos escriben a medianoche. Quiero ver una demo esta semana.',
    opened: 6,
  },
  {
    nombre: 'Martín Ríos',
    pais: 'México',
    minutesAgo: 4,
    mensaje:
      'Quiero saber si el agente puede agendar visitas en el calendario de cada vendedor. Ya habíamos hablado hace unos meses.',
    again: true,
  },
  {
    nombre: 'Delfina Olivera',
    pais: 'Argentina',
    minutesAgo: 1,
    mensaje:
      'Vi el video y es justo lo que necesitamos: 45 alquileres, tres personas y el teléfono que no para. ¿Hablamos?',
  },
];
