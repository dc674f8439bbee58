import { z } from 'zod';
import { LEAD_STATUSES } from '../shared/leads/enums.ts';
import { findTemplateFault } from '../shared/templates/fault.ts';
import { TEMPLATE_CHANNELS } from '../shared/templates/template.ts';
import { ContentError } from './content-error.ts';
import { id, text } from './fields.ts';

/** Filled with a lead's data by the CRM. */
const fillable = z
  .string()
  .trim()
  .min(1)
  .superRefine((text, context) => {
    const fault = findTemplateFault(text);
    if (fault) context.addIssue({ code: 'custom', message: fault });
  });

/** A message with which WhatsApp or Email opens from a lead. */
export const templateSchema = z
  .strictObject({
    id: id.max(40),
    channel: z.enum(TEMPLATE_CHANNELS),
    name: text.max(60),
    estado: z.enum(LEAD_STATUSES).optional(),
    subject: fillable.max(120).optional(),
    voseo: fillable.max(1000),
    tuteo: fillable.max(1000),
  })
  .superRefine(({ channel, subject }, context) => {
    if ((channel === 'email') === (subject !== undefined)) return;
    const said = channel === 'email' ? 'falta' : 'solo lo lleva un email';
    context.addIssue({ code: 'custom', path: ['subject'], message: said });
  });
export type Template = z.infer<typeof templateSchema>;

/** One press opens a channel with the first message for the lead's status, so each status needs one. */
export function requireUsualTemplates(file: string, read: unknown): unknown {
  const messages = read as Template[];
  const problems = TEMPLATE_CHANNELS.flatMap((channel) =>
    LEAD_STATUSES.filter((estado) => !messages.some((one) => one.channel === channel && one.estado === estado)).map(
      (estado) => `falta una entrada con "channel: ${channel}" y "estado: ${estado}"`,
    ),
  );
  if (problems.length > 0) throw new ContentError(file, problems);
  return read;
}
