import { z } from 'zod';
import { buttonText, linked, text, textWith, word } from './fields.ts';

/** Pictures made by `npm run captures`. */
export const CAPTURES = ['bandeja'] as const;

export const proofSchema = z.strictObject({
  capturas: z
    .array(
      z.strictObject({
        imagen: z.enum(CAPTURES),
        titulo: text.max(48),
        texto: text.max(90),
        descripcion: text.max(160),
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
  firstLine: textWith('plan', 'facturacion').max(90),
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
  barra: z.strictObject({
    caracteristicas: text.max(18),
    precios: text.max(18),
    recursos: text.max(18),
    acceso: text.max(18),
    boton: text.max(24),
    menu: text.max(12),
  }),
  pie: z.strictObject({
    columnas: z.array(z.strictObject({ titulo: text.max(24), enlaces: z.array(link).min(1).max(8) })).length(3),
    ingreso: text.max(28),
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
        parrafos: z.array(text.max(600)).min(1),
        // Appended where LOST_LEADS_MONTHS is set.
        siSeBorra: textWith('plazo').max(300).optional(),
      }),
    )
    .min(1),
});

export type Legal = z.infer<typeof legalSchema>;
export type Capture = z.infer<typeof proofSchema>['capturas'][number];
export type FormTexts = z.infer<typeof formSchema>;
