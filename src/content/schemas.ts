import { z } from 'zod';
import { EDITIONS } from '../shared/editions.ts';
import { buttonText, drawn, hour, id, linked, OWN_ANSWERS, text, textWith, word } from './fields.ts';

const price = z.number().positive().max(9999);
const url = z.url({ protocol: /^https$/, error: 'escribí la dirección entera, con https://' });

const answer = text.max(300);

/** Wherever the editor is: no country is more than 14 hours ahead of UTC. */
const hasCome = (date: string) => Date.parse(date) <= Date.now() + 14 * 3_600_000;
const day = z.iso
  .date('escribí la fecha como 2026-11-20: año, mes y día')
  .refine(hasCome, 'ese día todavía no llegó; poné el de los datos');

const NUMBER_HINT = 'escribí el número entre comillas, con + y sin espacios, por ejemplo "+5491123456789"';
const whatsappSchema = z.strictObject({
  numero: z.string({ error: NUMBER_HINT }).regex(/^\+[0-9]{6,15}$/, NUMBER_HINT),
  boton: word,
  texto: text.max(120),
  textoPlan: textWith('plan').max(120),
});

export const siteSchema = z.strictObject({
  nombre: drawn.max(24),
  titulo: text.max(70),
  lema: drawn.max(48),
  hora: hour,
  escena: drawn.max(60),
  titular: drawn.max(60),
  bajada: text.max(160),
  charla: z.strictObject({ quien: text.max(32), estado: textWith('plan').max(32) }),
  boton: text.max(36),
  botonPrecios: text.max(28),
  botonAsistente: textWith('canal').max(28),
  sinScript: linked.max(110),
  descripcion: text.max(180),
  academia: url,
  portal: url,
  // The assistant's own, which anybody may try.
  asistente: url
    .regex(/^https:\/\/(wa|t)\.me\//, 'escribí un enlace de WhatsApp (https://wa.me/…) o de Telegram (https://t.me/…)')
    .optional(),
  email: z.email('escribí un email, por ejemplo hola@ejemplo.com'),
  cifras: z.array(text.max(28)).length(3),
  fuentes: z.array(z.strictObject({ cifra: text, fuente: text.max(90), fecha: day })).optional(),
  cierre: z.array(text.max(36)).length(3),
  pagos: z.array(text.max(24)).min(1).max(12),
  mesesMinimos: z.int().positive().max(36),
  usuariosAcademia: z.int().positive().max(99),
  whatsapp: whatsappSchema.optional(),
  atencion: z.strictObject({ plazo: text.max(40), horario: text.max(60) }).optional(),
  empresa: z
    .strictObject({ razonSocial: text.max(80), identificacion: text.max(40), domicilio: text.max(120) })
    .optional(),
  respuestas: z.partialRecord(z.enum(OWN_ANSWERS), answer).optional(),
  cambio: z
    .strictObject({
      fecha: day,
      monedas: z
        .record(z.string().regex(/^[A-Z]{3}$/, 'usá el código de la moneda, por ejemplo ARS'), z.number().positive())
        .refine((rates) => Object.keys(rates).length >= 1 && Object.keys(rates).length <= 7, {
          error: 'entran de una a siete monedas',
        }),
      // The currency shown at first; without it, only dollars are.
      mostrar: z.string().optional(),
      // Made up, until an editor writes the day's own.
      ejemplo: z.boolean().optional(),
    })
    .refine(({ monedas, mostrar }) => mostrar === undefined || mostrar in monedas, {
      path: ['mostrar'],
      error: 'no está entre las monedas',
    })
    .optional(),
});

const sectionSchema = z.strictObject({
  hora: hour,
  escena: text.max(60),
  titulo: text.max(60),
  bajada: text.max(160).optional(),
});
const nota = text.max(120);

/** Section headings below the hero, and the texts between their entries. */
export const sectionsSchema = z.strictObject({
  solutions: sectionSchema.extend({
    popular: word,
    desde: word,
    condicion: text.max(32),
    abrir: text.max(28),
    quien: word,
    pregunta: text.max(100),
    verPlan: word,
  }),
  ecosystem: sectionSchema.extend({ abrir: text.max(28) }),
  capabilities: sectionSchema.extend({ boton: buttonText, nota }),
  pricing: sectionSchema.extend({
    nota,
    facturacion: word,
    anual: text.max(12),
    mensual: text.max(12),
    avisoMensual: text.max(90),
    recomendado: word,
    premium: word,
    anterior: textWith('plan').max(32),
    porMes: text.max(12),
    conAnual: text.max(32),
    conMensual: text.max(48),
    cobroAnual: textWith('total', 'ahorro').max(48),
    cobroMensual: textWith('total').max(48),
    moneda: word,
    soloDolares: text.max(12),
    cambio: textWith('fecha').max(120),
    aceptamos: word,
    comparar: text.max(36),
    consultar: word,
    filaAnual: text.max(36),
    filaMensual: text.max(36),
    whatsapp: word,
    prueba: text.max(48),
  }),
  academy: sectionSchema.extend({ nota, botonAcademia: buttonText, botonPortal: buttonText }),
  future: sectionSchema,
  faq: sectionSchema.extend({ boton: buttonText, pasos: text.max(48) }),
  closing: sectionSchema.extend({ boton: buttonText, nota, whatsapp: buttonText }),
});

export const planSchema = z.strictObject({
  id,
  name: text.max(24),
  description: text.max(60),
  priceAnnual: price,
  priceMonthly: price,
  anterior: z.boolean().default(false),
  features: z.array(text.max(48)).min(1).max(10),
  cta: text.max(36),
  topic: text.max(60),
  featured: z.boolean().default(false),
  premium: z.boolean().default(false),
});

const agencyPlanSchema = z.strictObject({ name: text.max(20), features: z.array(text.max(48)).min(1) });
export const agencyPlansSchema = z.strictObject({ FREE: agencyPlanSchema, PRO: agencyPlanSchema });

export const solutionSchema = z.strictObject({
  id,
  title: text.max(28),
  description: text.max(140),
  benefit: text.max(60),
  showDesde: z.boolean().default(false),
  featured: z.boolean().default(false),
  respuesta: text.max(130),
  opciones: z.array(text.max(28)).max(4).default([]),
  hecho: text.max(40),
});

export const ecosystemSchema = z
  .strictObject({
    id,
    title: text.max(32),
    description: text.max(110),
    measure: text.max(30),
    pasa: text.max(110),
    link: z
      .enum(['academia', 'portal', '#solutions', '#capabilities', '#pricing', '#academy'], {
        error:
          'escribí academia, portal o un ancla de la página: "#solutions", "#capabilities", "#pricing", "#academy"',
      })
      .optional(),
    cta: text.max(28).optional(),
  })
  .refine((card) => (card.link === undefined) === (card.cta === undefined), {
    path: ['cta'],
    error: 'link y cta van juntos: completá los dos o ninguno',
  });

export const capabilitySchema = z.discriminatedUnion('kind', [
  z.strictObject({
    id,
    kind: z.literal('tarea'),
    hour,
    title: text.max(40),
    description: text.max(90),
    dibujo: z.enum(['invitacion', 'publicacion', 'foto', 'video', 'anuncio', 'seguimiento', 'carpeta']),
  }),
  z.strictObject({ id, kind: z.literal('canal'), title: text.max(20) }),
]);

export const faqSchema = z.strictObject({ id, question: text.max(90), answer });

export const conversationSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    id,
    kind: z.literal('mensaje'),
    de: z.enum(['interesado', 'asistente']),
    quien: text.max(24),
    texto: text.max(140),
    hora: hour,
  }),
  z.strictObject({
    id,
    kind: z.literal('propiedades'),
    propiedades: z
      .array(
        z.strictObject({
          titulo: text.max(32),
          lugar: text.max(32),
          precio: text.max(24),
          dibujo: z.enum(['torre', 'casa']),
        }),
      )
      .min(1),
  }),
  z.strictObject({ id, kind: z.literal('visita'), texto: text.max(48) }),
  z.strictObject({
    id,
    kind: z.literal('invitacion'),
    texto: text.max(32),
    quien: text.max(24),
    hora: hour,
  }),
  z.strictObject({
    id,
    kind: z.literal('prueba'),
    pregunta: text.max(28),
    respuesta: text.max(90),
    nota: text.max(40).optional(),
  }),
]);

export const comparisonSchema = z.strictObject({
  id,
  titulo: text.max(60),
  /** Empty where the plan does not mention it. */
  valores: z.array(z.string().trim().max(48)),
});

export const stepSchema = z.strictObject({
  id,
  minuto: z.int().min(0).max(59),
  titulo: text.max(28),
  texto: text.max(80),
  dibujo: z.enum(['plan', 'canales', 'charla']),
});

export const futureSchema = z.strictObject({ id, title: text.max(60), description: text.max(110) });

/** Pictures made by `npm run captures`. */
const CAPTURES = ['bandeja', 'charla'] as const;

export const proofSchema = z.strictObject({
  capturas: z
    .array(
      z.strictObject({
        imagen: z.enum(CAPTURES),
        titulo: text.max(48),
        texto: text.max(90),
        descripcion: text.max(180),
      }),
    )
    .max(CAPTURES.length),
  agencias: z.array(text.max(40)).max(12),
  citas: z.array(z.strictObject({ texto: text.max(200), quien: text.max(40), donde: text.max(40) })).max(3),
});

const sentence = textWith().max(180);
/** The enquiry form and its messages, shared with the server. */
export const formSchema = z.strictObject({
  title: text.max(24),
  subtitle: text.max(90),
  labels: z.strictObject({ nombre: word, email: word, pais: word, telefono: word, mensaje: word }),
  countryPlaceholder: text.max(40),
  phoneHintFormat: text.max(90),
  phoneHintExample: text.max(90),
  phoneLacks: z.strictObject({
    letters: text.max(90),
    few: text.max(90),
    many: text.max(90),
    area: text.max(90),
    code: text.max(90),
  }),
  honeypotLabel: text.max(40),
  consent: linked.max(120),
  otherTab: text.max(40),
  submit: text.max(32),
  submitting: text.max(32),
  about: text.max(24),
  unknown: text.max(60),
  unknownHint: text.max(90),
  received: text.max(60),
  receivedHint: text.max(90),
  another: text.max(24),
  close: text.max(12),
  errors: z.strictObject({
    title: text.max(40),
    summary: sentence,
    nombreRequired: sentence,
    nombreLong: sentence,
    emailRequired: sentence,
    emailInvalid: sentence,
    paisInvalid: sentence,
    telefonoRequired: sentence,
    telefonoInvalid: sentence,
    mensajeRequired: sentence,
    mensajeLong: sentence,
    tooLarge: textWith('kb').max(120),
    notStored: sentence,
    tooFast: sentence,
    overBudget: sentence,
  }),
});

const link = z.strictObject({
  texto: text.max(28),
  destino: z
    .string()
    .regex(
      /^(#[a-z]*|\/[a-z-]*|https:\/\/\S+|whatsapp)$/,
      'escribí un ancla ("#pricing"), una página del sitio (/contacto), una dirección https o whatsapp',
    ),
});

/** Top bar, footer, and texts shared by several pages. */
export const frameSchema = z.strictObject({
  saltar: text.max(36),
  otraPestana: text.max(40),
  otroPais: textWith('pais').max(28),
  barra: z.strictObject({
    caracteristicas: text.max(18),
    precios: text.max(18),
    recursos: text.max(18),
    acceso: text.max(18),
    boton: text.max(24),
    menu: text.max(12),
  }),
  atencion: textWith('plazo', 'horario').max(90),
  pie: z.strictObject({
    columnas: z.array(z.strictObject({ titulo: text.max(24), enlaces: z.array(link).min(1).max(8) })).length(3),
    ingreso: text.max(28),
    pais: word,
    paises: z.record(z.enum(EDITIONS), word),
  }),
});

const message = { titulo: text.max(48), texto: text.max(140) };
export const pagesSchema = z.strictObject({
  volver: buttonText,
  gracias: z.strictObject({ ...message, respuesta: text.max(220), whatsapp: text.max(48) }),
  noEncontrada: z.strictObject({ ...message, whatsapp: text.max(48) }),
  error: z.strictObject({ ...message, reintentar: buttonText }),
  legales: z.strictObject({ vigencia: textWith('fecha').max(60) }),
});

export const legalSchema = z.strictObject({
  id: z.enum(['privacidad', 'terminos']),
  titulo: text.max(60),
  fecha: text.max(40),
  partes: z
    .array(
      z.strictObject({
        titulo: text.max(80),
        // What an edition calls the part by, to say it differently.
        id,
        parrafos: z.array(text.max(600)).min(1),
        // Appended where LOST_LEADS_MONTHS is set.
        siSeBorra: textWith('plazo').max(300).optional(),
      }),
    )
    .min(1),
});

export type Site = z.infer<typeof siteSchema>;
export type Section = z.infer<typeof sectionSchema>;
export type AgencyPlans = z.infer<typeof agencyPlansSchema>;
export type Plan = z.infer<typeof planSchema>;
export type Conversation = z.infer<typeof conversationSchema>;
export type Step = z.infer<typeof stepSchema>;
export type Legal = z.infer<typeof legalSchema>;
export type Capture = z.infer<typeof proofSchema>['capturas'][number];
export type FormTexts = z.infer<typeof formSchema>;
