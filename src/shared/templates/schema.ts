import { LEAD_STATUSES } from '~/shared/leads/enums';
import { templateErrors as errors } from '~/shared/strings/templates';
import { requiredText } from '~/shared/text';
import { emptyAsNull, z } from '~/shared/zod';
import { findTemplateFault } from './fault';
import { TEMPLATE_CHANNELS } from './template';

export const TEMPLATE_LIMITS = { name: 60, subject: 120, text: 1000 } as const;

/** Text whose placeholders may all be unknown; errors name the field. */
function fillable(field: string, max: number, lines: 'one' | 'many') {
  return requiredText(errors.required(field), max, errors.tooLong(field, max), lines).superRefine((text, context) => {
    const fault = findTemplateFault(text);
    if (fault) context.addIssue({ code: 'custom', message: errors.fault(field, fault) });
  });
}

const fields = {
  name: requiredText(
    errors.required(errors.fields.name),
    TEMPLATE_LIMITS.name,
    errors.tooLong(errors.fields.name, TEMPLATE_LIMITS.name),
  ),
  estado: emptyAsNull(z.enum(LEAD_STATUSES, { error: errors.estadoInvalid }).nullable().default(null)),
  /** Emails only. */
  subject: emptyAsNull(fillable(errors.fields.subject, TEMPLATE_LIMITS.subject, 'one').nullable().default(null)),
  voseo: fillable(errors.fields.voseo, TEMPLATE_LIMITS.text, 'many'),
  tuteo: fillable(errors.fields.tuteo, TEMPLATE_LIMITS.text, 'many'),
};

/** A template that administrators add. */
export const createTemplateSchema = z
  .strictObject({ ...fields, channel: z.enum(TEMPLATE_CHANNELS, { error: errors.channelInvalid }) })
  .refine(({ channel, subject }) => channel === 'whatsapp' || subject !== null, {
    path: ['subject'],
    error: errors.required(errors.fields.subject),
  })
  .refine(({ channel, subject }) => channel === 'email' || subject === null, {
    path: ['subject'],
    error: errors.noSubject,
  });
export type CreateTemplate = z.infer<typeof createTemplateSchema>;

/** Replaces a template. `seen` is its `updated_at` when opened: a newer one is a conflict. */
export const updateTemplateSchema = z.strictObject({
  ...fields,
  seen: z.string({ error: errors.seenInvalid }).max(40).nullable().optional(),
});
export type UpdateTemplate = z.infer<typeof updateTemplateSchema>;

export const templateParamsSchema = z.object({
  id: z.string().regex(/^[a-z][a-z0-9-]{0,39}$|^[0-9a-f-]{36}$/),
});
