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
  nombre: text,
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
  cifras: z.array(text).length(3),
  cierre: z.array(text).length(3),
  pagos: z.array(text).min(1),
  mesesMinimos: z.int().positive(),
  usuariosAcademia: z.int().positive(),
});

export const planSchema = z.strictObject({
  id,
  name: text,
  description: text,
  priceAnnual: price,
  priceMonthly: price,
  features: z.array(text).min(1),
  cta: text,
  topic: text,
  featured: z.boolean().default(false),
  premium: z.boolean().default(false),
});

const agencyPlanSchema = z.strictObject({ name: text.max(20), features: z.array(text).min(1) });
export const agencyPlansSchema = z.strictObject({ FREE: agencyPlanSchema, PRO: agencyPlanSchema });

export const solutionSchema = z.strictObject({
  id,
  title: text,
  description: text,
  benefit: text,
  showDesde: z.boolean().default(false),
  featured: z.boolean().default(false),
});

export const ecosystemSchema = z
  .strictObject({
    id,
    title: text,
    description: text,
    measure: text.max(30),
    link: z
      .enum(['academia', 'portal', '#solutions', '#capabilities', '#pricing', '#academy'], {
        error:
          'escribí academia, portal o un ancla de la página: "#solutions", "#capabilities", "#pricing", "#academy"',
      })
      .optional(),
    cta: text.optional(),
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
    title: text,
    description: text,
  }),
  z.strictObject({ id, kind: z.literal('canal'), title: text }),
]);

export const faqSchema = z.strictObject({ id, question: text, answer: text });

export const conversationSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    id,
    kind: z.literal('mensaje'),
    de: z.enum(['interesado', 'asistente']),
    quien: text,
    texto: text,
    hora: hour,
  }),
  z.strictObject({
    id,
    kind: z.literal('propiedades'),
    propiedades: z
      .array(z.strictObject({ titulo: text, lugar: text, precio: text, dibujo: z.enum(['torre', 'casa']) }))
      .min(1),
  }),
  z.strictObject({ id, kind: z.literal('visita'), texto: text }),
]);

export const futureSchema = z.strictObject({ id, title: text, description: text });

export type Site = z.infer<typeof siteSchema>;
export type AgencyPlans = z.infer<typeof agencyPlansSchema>;
export type Plan = z.infer<typeof planSchema>;
export type Solution = z.infer<typeof solutionSchema>;
export type Ecosystem = z.infer<typeof ecosystemSchema>;
export type Capability = z.infer<typeof capabilitySchema>;
export type Conversation = z.infer<typeof conversationSchema>;
export type Future = z.infer<typeof futureSchema>;
export type Faq = z.infer<typeof faqSchema>;
