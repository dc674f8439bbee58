import type { ContactChannel, LeadStatus, LostReason } from '~/shared/leads/enums';

/** What may happen with a lead: how they talk, what it comes to, what becomes clear, and the words in which it is noted. */
type Moment = {
  by?: readonly ContactChannel[];
  to?: LeadStatus;
  reason?: LostReason;
  /** The plan they want, or also how they would pay. */
  settles?: 'plan' | 'billing';
  notes: readonly string[];
};

const TALK: ContactChannel[] = ['whatsapp', 'call'];
const does = (what: Omit<Moment, 'notes'>, notes: string[]): Moment => ({ ...what, notes });
const lost = (reason: LostReason, notes: string[]) => does({ to: 'perdido', reason }, notes);

/**
 * `{dia}`: when they will talk again; `{socio}`: who decides with them; `{vendedores}`, `{alquileres}`: their size;
 * `{plan}`: what they want.
 */
export const MOMENTS = {
  hello: does({}, []),
  first: does({}, [
    'Contestó al momento. {vendedores} vendedores; lo que más le duele son los mensajes del fin de semana.',
    'Hablamos diez minutos. Hoy contesta una sola persona y de noche nadie. Quedamos para {dia}.',
    'Le mandé la demo por WhatsApp. Queda en verla con {socio} y contestar {dia}.',
    'Interés real: dos portales, {alquileres} publicaciones y ningún orden. Le paso ejemplos.',
    'Quiere ver cómo agenda visitas. Le propuse una videollamada de veinte minutos {dia}.',
    'Le preocupa que el asistente diga algo equivocado de una propiedad. Le conté cómo se corrige.',
  ]),
  silent: does({ by: TALK }, [
    'Un solo tilde en WhatsApp. Pruebo por teléfono.',
    'Le escribí y lo vio, pero no contesta. Pruebo {dia}.',
  ]),
  tried_again: does({ by: TALK }, [
    'Segundo intento, nada. Uno más {dia} y cierro.',
    'Sin respuesta. Le mandé también un email con el enlace de la demo.',
  ]),
  demo: does({ by: TALK, to: 'en_seguimiento', settles: 'plan' }, [
    'Demo hecha con {socio}. Les gustó que pregunte por garantía antes de coordinar la visita.',
    'Hicimos la videollamada. Quieren {plan}. Mando propuesta hoy mismo.',
    'Vimos números: con {alquileres} publicaciones reciben unas cuarenta consultas por día. Va por {plan}.',
    'Le armé un ejemplo con tres de sus propiedades. Lo reenvió al grupo de la oficina en el momento.',
  ]),
  quote: does({ by: ['email'], settles: 'billing' }, [
    'Mandé la propuesta de {plan} con pago anual y mensual. La ve con {socio}.',
    'Pide factura a nombre de la sociedad y pago en pesos. Lo consulto y le confirmo {dia}.',
    'Recibió la propuesta. Falta la firma de {socio}, que vuelve de viaje.',
    'Le pasé dos opciones: {plan} anual y mensual. Se inclina por empezar de a poco.',
  ]),
  follow: does({ by: TALK }, [
    'Hablé cinco minutos: sigue en pie, lo tratan en la reunión del lunes.',
    'Preguntó si las {alquileres} publicaciones se cargan solas. Con el Agente de IA, sí.',
  ]),
  later: does({ by: ['whatsapp'], to: 'en_seguimiento', settles: 'plan' }, [
    'Le interesa, pero recién para después de las vacaciones. Que lo llamemos {dia}.',
    'El presupuesto de este año está cerrado. Retomar {dia}.',
  ]),
  came_back: does({ to: 'en_seguimiento' }, [
    'Volvió a escribir por su cuenta: ya tiene el sistema nuevo y quiere avanzar con {plan}.',
  ]),
  won: does({ to: 'ganado', settles: 'billing' }, [
    '¡Cerrado! {plan}, arrancan el lunes. Le paso los datos a implementación.',
    'Firmó. La capacitación del equipo queda para la semana que viene.',
    'Ganado. Lo decidió {socio} cuando vio las consultas contestadas del domingo.',
    'Va con {plan}. Mandó el logo y el listado de propiedades el mismo día.',
  ]),
  too_dear: lost('precio', [
    'Le gustó, pero el precio se le va. Con {vendedores} vendedores no lo justifica por ahora.',
    '{socio} no aprobó el gasto. Con el dólar así prefieren seguir a mano.',
  ]),
  never_reached: lost('no_responde', [
    'No contestó nunca. El número existe, pero no lee los mensajes.',
    'Tres intentos en dos semanas y nada. Lo cierro; si vuelve a escribir, se retoma.',
  ]),
  gave_up: lost('no_responde', [
    'Quedó en contestar y no contestó. Lo cierro; si vuelve a escribir, se retoma.',
    'Dejó de contestar después de la demo. Le avisé que queda la puerta abierta.',
  ]),
  chose_other: lost('eligio_otro', [
    'Eligieron otra herramienta que venía con su sistema de gestión.',
    'Contrató con otro proveedor que le contestó el mismo sábado. Hay que tomar nota.',
    'Fueron por un desarrollo propio con el primo de {socio}. Dice que nos vuelve a llamar si no sale.',
  ]),
  no_fit: lost('no_califica', [
    'No es cliente. Le pasé un portal.',
    'El asistente es solo para inmobiliarias; le avisamos si eso cambia.',
    'No le sirve un plan mensual. Le mandé el material público.',
  ]),
  put_off: lost('mas_adelante', [
    'Lo deja para más adelante: cambian de sistema de gestión este semestre.',
    'No es el momento: bajaron las operaciones. Que le escribamos el año que viene.',
  ]),
  closed_down: lost('otro', ['La inmobiliaria cierra. Nos agradeció el tiempo.']),
};

/** From the first contact on: each moment, in order, with the days since the one before, more or less. */
export type Story = Partial<Record<keyof typeof MOMENTS, number>>;
/** How often it is told of leads answered within two hours, and of those who waited longer, who drop out more often. */
type Weighed = { soon: number; late: number; story: Story };

const weigh = (soon: number, late: number, story: Story): Weighed => ({ soon, late, story });
const NO_CUSTOMER = weigh(5, 5, { hello: 0, no_fit: 2 });
const TOO_DEAR = weigh(10, 8, { first: 0, demo: 4, quote: 4, too_dear: 7 });

export const STORIES = {
  customer: [
    weigh(6, 2, { first: 0, demo: 2, won: 3 }),
    weigh(11, 4, { first: 0, demo: 4, quote: 5, follow: 7, won: 6 }),
    weigh(3, 2, { first: 0, later: 5, quote: 50, won: 8 }),
    weigh(2, 1, { first: 0, demo: 5, put_off: 10, came_back: 60, won: 6 }),
    TOO_DEAR,
    weigh(8, 8, { first: 0, demo: 3, silent: 6, tried_again: 7, gave_up: 9 }),
    weigh(7, 14, { silent: 0, tried_again: 4, never_reached: 9 }),
    weigh(6, 12, { first: 0, demo: 4, chose_other: 8 }),
    weigh(6, 6, { first: 0, later: 5, put_off: 45 }),
    weigh(2, 2, { first: 0, follow: 5, closed_down: 8 }),
    weigh(8, 9, { first: 0 }),
    weigh(4, 3, { first: 0, demo: 4, quote: 5 }),
  ],
  nobody: [NO_CUSTOMER],
  /** From a fair's file: most never answer. */
  fair: [
    weigh(5, 5, { silent: 0, tried_again: 11, never_reached: 5 }),
    weigh(2, 2, { first: 0, demo: 4, won: 9 }),
    TOO_DEAR,
    NO_CUSTOMER,
  ],
} satisfies Record<string, Weighed[]>;
