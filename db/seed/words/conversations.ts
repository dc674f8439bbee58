/** `by`: who writes; `phone` is one of ours on the company's phone. */
export type Line = {
  by: 'them' | 'owner' | 'phone';
  text: string;
  /** Minutes after the line before. */
  after: number;
  kind?: 'image' | 'audio';
  /** How the other side reacts. */
  reaction?: string;
};

/** What people write who are being attended to; the last line is theirs where somebody waits. */
export const CONVERSATIONS: {
  daysAgo: number;
  lines: Line[];
  waits?: { minutesAgo: number; text: string };
}[] = [
  {
    daysAgo: 1,
    lines: [
      { by: 'owner', after: 0, text: 'Hola, ¿pudieron ver la propuesta que les mandé?' },
      {
        by: 'them',
        after: 34,
        text: 'Sí, la vimos con mi socio. Nos gusta, pero falta que la mire el contador.',
      },
      {
        by: 'phone',
        after: 6,
        text: 'Perfecto. ¿Les sirve que les pase el detalle por mes?',
        reaction: '👍',
      },
    ],
    waits: { minutesAgo: 52, text: 'El contador pregunta si la factura sale a nombre de la inmobiliaria.' },
  },
  {
    daysAgo: 2,
    lines: [
      { by: 'them', after: 0, text: '¿La demo se puede pasar al jueves?' },
      { by: 'phone', after: 11, text: 'Claro. ¿A las 11 te queda bien?' },
      { by: 'them', after: 3, text: 'Sí, a las 11.', reaction: '👌' },
      { by: 'owner', after: 2, text: 'Listo, te mando el enlace esa mañana.' },
    ],
  },
  {
    daysAgo: 3,
    lines: [
      { by: 'owner', after: 0, text: 'Buenas, ¿cómo siguen con los mensajes de fin de semana?' },
      { by: 'them', after: 95, kind: 'audio', text: '' },
      {
        by: 'phone',
        after: 18,
        text: 'Te escuché: lo que contás es justo lo que hace el agente. ¿Lo vemos?',
      },
    ],
    waits: { minutesAgo: 187, text: 'Dale, esta semana estoy con dos escrituras. ¿El viernes?' },
  },
  {
    daysAgo: 4,
    lines: [
      { by: 'them', after: 0, kind: 'image', text: 'Así nos llegan hoy las consultas del portal' },
      {
        by: 'owner',
        after: 9,
        text: 'Gracias, con eso armo el ejemplo con sus propiedades.',
        reaction: '🙌',
      },
    ],
  },
  {
    daysAgo: 2,
    lines: [
      { by: 'owner', after: 0, text: 'Hola, quedó pendiente la lista de sucursales para el presupuesto.' },
      { by: 'owner', after: 1440, text: '¿Te la pido por correo, mejor?' },
    ],
  },
];

/** Strangers whose first words came by WhatsApp. */
export const STRANGERS: { nombre: string; minutesAgo: number; lines: Line[] }[] = [
  {
    nombre: 'Belén Ocampo',
    minutesAgo: 27 * 60 + 8,
    lines: [
      { by: 'them', after: 0, text: 'Hola, vengo de la web. ¿Cuánto sale el plan Chat con IA?' },
      {
        by: 'phone',
        after: 7,
        text: '¡Hola, Belén! Te cuento: depende de cuántas sucursales tengan. ¿Cuántas son?',
      },
      { by: 'them', after: 4, text: 'Una sola, en Rosario. Somos cuatro.' },
      { by: 'phone', after: 3, text: 'Entonces te conviene el mensual. Te paso el detalle.', reaction: '👍' },
    ],
  },
  {
    nombre: 'Facundo Lema',
    minutesAgo: 9,
    lines: [
      { by: 'them', after: 0, text: 'Buenas, ¿el agente contesta también los mensajes de Instagram?' },
      { by: 'them', after: 1, text: 'Tenemos 80 propiedades y se nos pasan.' },
    ],
  },
];
