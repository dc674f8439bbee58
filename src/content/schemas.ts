import { z } from 'zod';

/** One line of visible text: an editor who leaves it blank has made a mistake. */
const text = z.string().trim().min(1);
const id = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'usá minúsculas, números y guiones, por ejemplo chat-ia');
const price = z.number().positive().max(9999);
const hour = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'escribí la hora entre comillas, por ejemplo "08:00"');
const url = z.url({ protocol: /^https$/ });

export const siteSchema = z.strictObject({
  nombre: text.max(24),
  titulo: text.max(70),
  lema: text.max(48),
  hora: hour,
  escena: text.max(60),
  titular: text.max(60),
  bajada: text.max(160),
  descripcion: text.max(180),
  academia: url,
  portal: url,
  email: z.email(),
  cifras: z.array(text.max(28)).length(3),
  cierre: z.array(text.max(36)).length(3),
  pagos: z.array(text.max(24)).min(1),
  mesesMinimos: z.int().positive(),
  usuariosAcademia: z.int().positive(),
});

const sectionSchema = z.strictObject({
  hora: hour,
  escena: text.max(60),
  titulo: text.max(60),
  bajada: text.max(160).optional(),
});
const boton = text.max(36);
const nota = text.max(120);

/** The head of every section below the hero. */
export const sectionsSchema = z.strictObject({
  solutions: sectionSchema,
  ecosystem: sectionSchema,
  capabilities: sectionSchema.extend({ boton, nota }),
  pricing: sectionSchema.extend({ nota }),
  academy: sectionSchema.extend({ nota }),
  future: sectionSchema,
  faq: sectionSchema.extend({ boton }),
  closing: sectionSchema.extend({ boton }),
});

export const planSchema = z.strictObject({
  id,
  name: text.max(24),
  description: text.max(60),
  priceAnnual: price,
  priceMonthly: price,
  features: z.array(text.max(48)).min(1),
  cta: text.max(36),
  topic: text.max(60),
  featured: z.boolean().default(false),
  premium: z.boolean().default(false),
});

const agencyPlanSchema = z.strictObject({ name: text.max(20), features: z.array(text).min(1) });
export const agencyPlansSchema = z.strictObject({ FREE: agencyPlanSchema, PRO: agencyPlanSchema });

export const solutionSchema = z.strictObject({
  id,
  title: text.max(28),
  description: text.max(140),
  benefit: text.max(60),
  showDesde: z.boolean().default(false),
  featured: z.boolean().default(false),
});

export const ecosystemSchema = z
  .strictObject({
    id,
    title: text.max(32),
    description: text.max(110),
    measure: text.max(30),
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
  }),
  z.strictObject({ id, kind: z.literal('canal'), title: text.max(20) }),
]);

export const faqSchema = z.strictObject({ id, question: text.max(90), answer: text.max(300) });

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
]);

export const futureSchema = z.strictObject({ id, title: text.max(60), description: text.max(110) });

export const legalSchema = z.strictObject({
  id: z.enum(['privacidad', 'terminos']),
  titulo: text.max(60),
  fecha: text.max(40),
  partes: z.array(z.strictObject({ titulo: text.max(80), parrafos: z.array(text).min(1) })).min(1),
});

export type Site = z.infer<typeof siteSchema>;
export type Sections = z.infer<typeof sectionsSchema>;
export type Section = z.infer<typeof sectionSchema>;
export type AgencyPlans = z.infer<typeof agencyPlansSchema>;
export type Plan = z.infer<typeof planSchema>;
export type Solution = z.infer<typeof solutionSchema>;
export type Ecosystem = z.infer<typeof ecosystemSchema>;
export type Capability = z.infer<typeof capabilitySchema>;
export type Conversation = z.infer<typeof conversationSchema>;
export type Future = z.infer<typeof futureSchema>;
export type Legal = z.infer<typeof legalSchema>;
export type Faq = z.infer<typeof faqSchema>;
