import { whatsappErrors as errors } from '~/shared/strings/lead/conversation';
import { requiredText } from '~/shared/text';
import { rule, z } from '~/shared/zod';

/** WhatsApp's limit. */
export const MESSAGE_LENGTH = 4096;
const FIELD_LENGTH = 1000;
const MAX_FIELDS = 30;

/** WhatsApp refuses a field with more than four spaces in a row. */
const field = requiredText(errors.fieldRequired, FIELD_LENGTH, errors.fieldLong).transform((text) =>
  text.replace(/\s+/g, ' '),
);

/**
 * A message to a lead: a text, or an approved template and the values of its body's placeholders, in order. `language`
 * may be missing if the template has only one.
 */
export const sendMessageSchema = z
  .strictObject({
    body: requiredText(errors.bodyRequired, MESSAGE_LENGTH, errors.bodyLong.es, 'many').optional(),
    template: z.string({ error: errors.templateInvalid.es }).min(1, errors.templateInvalid.es).max(512).optional(),
    language: z.string({ error: errors.languageInvalid.es }).min(1, errors.languageInvalid.es).max(20).optional(),
    fields: z.array(field, { error: errors.fieldsWrong.es }).max(MAX_FIELDS, errors.fieldsWrong.es).optional(),
  })
  .refine(({ body, template }) => (body === undefined) !== (template === undefined), rule(errors.oneOf, 'body'))
  .refine(
    ({ body, language, fields }) => body === undefined || (language ?? fields) === undefined,
    rule(errors.oneOf, 'template'),
  );
export type SendMessage = z.infer<typeof sendMessageSchema>;
