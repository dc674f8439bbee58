import { z } from 'zod';
import { type MessageTemplate, placesOf } from '~/shared/whatsapp/template';

const buttonSchema = z.looseObject({ type: z.string(), url: z.string().optional() });
const componentSchema = z.looseObject({
  type: z.string(),
  format: z.string().optional(),
  text: z.string().optional(),
  buttons: z.array(buttonSchema).optional(),
});
const templateSchema = z.looseObject({
  name: z.string().min(1),
  language: z.string().min(1),
  status: z.string(),
  category: z.string(),
  components: z.array(componentSchema),
});
type Component = z.infer<typeof componentSchema>;

/** A page of `GET /{business-account-id}/message_templates`. */
export const templatesPageSchema = z.looseObject({
  data: z.array(z.unknown()),
  paging: z
    .looseObject({
      cursors: z.looseObject({ after: z.string().optional() }).optional(),
      next: z.string().optional(),
    })
    .optional(),
});

/**
 * A template as Meta lists it, in our words; null for one that is not approved, or that has more to fill or to fetch
 * than the places in its body: files, variables in its header or its buttons, flows, codes.
 */
export function readTemplate(listed: unknown): MessageTemplate | null {
  const read = templateSchema.safeParse(listed);
  if (!read.success || read.data.status !== 'APPROVED' || !read.data.components.every(isPlain)) return null;
  const { name, language, category, components } = read.data;
  const textOf = (type: string) => components.find((one) => typeOf(one) === type)?.text ?? null;
  const body = textOf('BODY');
  if (!body) return null;
  const fields = placesOf(body).length;
  return { name, language, category, header: textOf('HEADER'), body, footer: textOf('FOOTER'), fields };
}

const typeOf = ({ type }: { type: string }) => type.toUpperCase();

function isPlain(component: Component): boolean {
  const { format, text = '', buttons = [] } = component;
  switch (typeOf(component)) {
    case 'HEADER':
      return (format ?? 'TEXT').toUpperCase() === 'TEXT' && placesOf(text).length === 0;
    case 'BODY':
    case 'FOOTER':
      return true;
    case 'BUTTONS':
      return buttons.every(
        (button) =>
          typeOf(button) === 'QUICK_REPLY' ||
          (typeOf(button) === 'URL' && placesOf(button.url ?? '').length === 0),
      );
    default:
      return false;
  }
}
