import shipped from '~/content/templates.yaml';
import type { MessageTemplate } from './template';

/** The product's own templates, in the editors' order: the first per channel and status is the usual one. */
export const SHIPPED_TEMPLATES: readonly MessageTemplate[] = shipped.map((one, index) => ({
  ...one,
  estado: one.estado ?? null,
  subject: one.subject ?? null,
  is_usual:
    one.estado !== undefined &&
    shipped.findIndex(({ channel, estado }) => channel === one.channel && estado === one.estado) === index,
  is_shipped: true,
  updated_at: null,
}));
