export type Line = {
  by: 'them' | 'owner' | 'phone';
  text: string;
  /** Minutes after the line before. */
  after: number;
  kind?: 'image' | 'audio';
  /** How the other side reacts. */
  reaction?: string;
};

type More = Pick<Line, 'kind' | 'reaction'>;
/** Who writes, how many minutes after the line before; `phone` is one of ours on the company's phone. */
const lineBy =
  (by: Line['by']) =>
  (after: number, text: string, more?: More): Line => ({ by, after, text, ...more });
const [them, owner, phone] = [lineBy('them'), lineBy('owner'), lineBy('phone')];

/** What people write who are being attended to; the last line is theirs where somebody waits. */
export const CONVERSATIONS: {
  daysAgo: number;
  lines: Line[];
  waits?: { minutesAgo: number; text: string };
}[] = [
  {
    daysAgo: 1,
    lines: [
      owner(0, 'Hola, ¿pudieron ver la propuesta que les mandé?'),
      them(34, 'Sí, la vimos con mi socio. Nos gusta, pero falta que la mire el contador.'),
      phone(6, 'Perfecto. ¿Les sirve que les pase el detalle por mes?', { reaction: '👍' }),
    ],
    waits: { minutesAgo: 52, text: 'El contador pregunta si la factura sale a nombre de la inmobiliaria.' },
  },
  {
    daysAgo: 2,
    lines: [
      them(0, '¿La demo se puede pasar al jueves?'),
      phone(11, 'Claro. ¿A las 11 te queda bien?'),
      them(3, 'Sí, a las 11.', { reaction: '👌' }),
      owner(2, 'Listo, te mando el enlace esa mañana.'),
    ],
  },
  {
    daysAgo: 3,
    lines: [
      owner(0, 'Buenas, ¿cómo siguen con los mensajes de fin de semana?'),
      them(95, '', { kind: 'audio' }),
      phone(18, 'Te escuché: lo que contás es justo lo que hace el agente. ¿Lo vemos?'),
    ],
    waits: { minutesAgo: 187, text: 'Dale, esta semana estoy con dos escrituras. ¿El viernes?' },
  },
  {
    daysAgo: 4,
    lines: [
      them(0, 'Así nos llegan hoy las consultas del portal', { kind: 'image' }),
      owner(9, 'Gracias, con eso armo el ejemplo con sus propiedades.', { reaction: '🙌' }),
    ],
  },
  {
    daysAgo: 2,
    lines: [
      owner(0, 'Hola, quedó pendiente la lista de sucursales para el presupuesto.'),
      owner(1440, '¿Te la pido por correo, mejor?'),
    ],
  },
];

/** Strangers whose first words came by WhatsApp. */
export const UNKNOWN_SENDERS: { nombre: string; minutesAgo: number; lines: Line[] }[] = [
  {
    nombre: 'Belén Ocampo',
    minutesAgo: 27 * 60 + 8,
    lines: [
      them(0, 'Hola, vengo de la web. ¿Cuánto sale el plan Chat con IA?'),
      phone(7, '¡Hola, Belén! Te cuento: depende de cuántas sucursales tengan. ¿Cuántas son?'),
      them(4, 'Una sola, en Rosario. Somos cuatro.'),
      phone(3, 'Entonces te conviene el mensual. Te paso el detalle.', { reaction: '👍' }),
    ],
  },
  {
    nombre: 'Facundo Lema',
    minutesAgo: 9,
    lines: [
      them(0, 'Buenas, ¿el agente contesta también los mensajes de Instagram?'),
      them(1, 'Tenemos 80 propiedades y se nos pasan.'),
    ],
  },
];
