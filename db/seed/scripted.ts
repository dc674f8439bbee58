import type { DialledCountry } from '~/shared/phones/numbering-plans';
import type { Story } from './stories';

const HOUR = 60;
const DAY = 24 * HOUR;

export const FAIR = { id: 1, file: 'contactos-expo-inmobiliaria.csv', people: 22, daysAgo: 68 };

/** People the demonstration relies on: agencies of those who can sign in, who waits now, and who writes again. */
export const SCRIPTED: {
  nombre: string;
  pais: DialledCountry;
  minutesAgo: number;
  mensaje: string;
  empresa?: string;
  story?: Story;
  /** Their agency's plan and agents, once it is set up. */
  agency?: { plan: 'FREE' | 'PRO'; agents: number };
  /** Minutes until somebody opened WhatsApp, with the outcome still unsaid. */
  opened?: number;
}[] = [
  {
    ...{ nombre: 'Elena Quiroga', empresa: 'Inmobiliaria Costanera', pais: 'Argentina', minutesAgo: 312 * DAY },
    ...{ story: { first: 0, demo: 2, won: 3 }, agency: { plan: 'PRO', agents: 8 } },
    mensaje: 'Somos ocho en ventas y los domingos no contesta nadie. ¿El agente puede agendar las visitas del lunes?',
  },
  {
    ...{ nombre: 'Ramiro Salvatierra', empresa: 'Altos del Valle Propiedades', pais: 'Bolivia', minutesAgo: 171 * DAY },
    ...{ story: { first: 0, demo: 4, quote: 5, won: 8 }, agency: { plan: 'FREE', agents: 6 } },
    mensaje: 'Hola, tenemos 60 propiedades en Santa Cruz y una sola persona que responde. Quisiera una demo.',
  },
  {
    ...{ nombre: 'Martín Ríos', empresa: 'Ríos Bienes Raíces', pais: 'México', minutesAgo: 118 * DAY },
    story: { first: 0, later: 5, put_off: 45 },
    mensaje: '¿Cómo trabaja el agente con las citas? Somos seis vendedores en la colonia Del Valle.',
  },
  {
    ...{ nombre: 'Noelia Arce', pais: 'Uruguay', minutesAgo: 26 * HOUR + 12 },
    mensaje: 'Tengo una inmobiliaria en Maldonado y se viene la temporada. ¿En cuánto tiempo lo ponen en marcha?',
  },
  {
    ...{ nombre: 'Joaquín Montaño', pais: 'Chile', minutesAgo: 5 * HOUR + 3 },
    mensaje: '¿El asistente puede responder por las propiedades de dos sucursales con un solo número?',
  },
  {
    ...{ nombre: 'Camila Benítez', pais: 'España', minutesAgo: 41 },
    mensaje: 'Hola, recibimos unas treinta consultas por día entre portales y web. ¿Qué plan nos recomiendan?',
  },
  {
    ...{ nombre: 'Ulises Barragán', pais: 'México', minutesAgo: 13, opened: 6 },
    mensaje: 'Vendemos preventa en Querétaro y nos escriben a medianoche. Quiero ver una demo esta semana.',
  },
  {
    ...{ nombre: 'Martín Ríos', pais: 'México', minutesAgo: 4 },
    mensaje: '¿El agente agenda visitas en el calendario de cada vendedor? Ya habíamos hablado hace unos meses.',
  },
  {
    ...{ nombre: 'Delfina Olivera', pais: 'Argentina', minutesAgo: 1 },
    mensaje: 'Vi el video y es justo lo que necesitamos: 45 alquileres, tres personas y el teléfono que no para.',
  },
];

/** A WhatsApp message; `phone` is one of ours that was written on the company's phone. */
export type Line = {
  by: 'them' | 'owner' | 'phone';
  minutesAgo: number;
  text: string;
  kind?: 'image' | 'audio';
  /** The other side's. */
  reaction?: string;
};

const lineBy =
  (by: Line['by']) =>
  (minutesAgo: number, text: string, more: Partial<Line> = {}): Line => ({ by, minutesAgo, text, ...more });
const [them, owner, phone] = [lineBy('them'), lineBy('owner'), lineBy('phone')];

/** What people write who are being attended to; the last line is theirs where somebody waits. */
export const CONVERSATIONS: Line[][] = [
  [
    owner(DAY + 92, 'Hola, ¿pudieron ver la propuesta que les mandé?'),
    them(DAY + 58, 'Sí, la vimos con mi socio. Nos gusta, pero falta que la mire el contador.'),
    phone(DAY + 52, 'Perfecto. ¿Les sirve que les pase el detalle por mes?', { reaction: '👍' }),
    them(52, 'El contador pregunta si la factura sale a nombre de la inmobiliaria.'),
  ],
  [
    them(2 * DAY, '¿La demo se puede pasar al jueves?'),
    phone(2 * DAY - 11, 'Claro. ¿A las 11 te queda bien?'),
    them(2 * DAY - 14, 'Sí, a las 11.', { reaction: '👌' }),
    owner(2 * DAY - 16, 'Listo, te mando el enlace esa mañana.'),
  ],
  [
    owner(3 * DAY, 'Buenas, ¿cómo siguen con los mensajes de fin de semana?'),
    them(3 * DAY - 95, '', { kind: 'audio' }),
    phone(3 * DAY - 113, 'Te escuché: lo que contás es justo lo que hace el agente. ¿Lo vemos?'),
    them(187, 'Dale, esta semana estoy con dos escrituras. ¿El viernes?'),
  ],
  [
    them(4 * DAY, 'Así nos llegan hoy las consultas del portal', { kind: 'image' }),
    owner(4 * DAY - 9, 'Gracias, con eso armo el ejemplo con sus propiedades.', { reaction: '🙌' }),
  ],
  [
    owner(2 * DAY, 'Hola, quedó pendiente la lista de sucursales para el presupuesto.'),
    owner(DAY, '¿Te la pido por correo, mejor?'),
  ],
];

/** Strangers whose first words came by WhatsApp. */
export const STRANGERS: { nombre: string; lines: Line[] }[] = [
  {
    nombre: 'Belén Ocampo',
    lines: [
      them(27 * HOUR + 8, 'Hola, vengo de la web. ¿Cuánto sale el plan Chat con IA?'),
      phone(27 * HOUR + 1, '¡Hola, Belén! Te cuento: depende de cuántas sucursales tengan. ¿Cuántas son?'),
      them(26 * HOUR + 57, 'Una sola, en Rosario. Somos cuatro.'),
      phone(26 * HOUR + 54, 'Entonces te conviene el mensual. Te paso el detalle.', { reaction: '👍' }),
    ],
  },
  {
    nombre: 'Facundo Lema',
    lines: [
      them(9, 'Buenas, ¿el agente contesta también los mensajes de Instagram?'),
      them(8, 'Tenemos 80 propiedades y se nos pasan.'),
    ],
  },
];
