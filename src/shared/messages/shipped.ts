import shipped from '~/content/whatsapp/mensajes.yaml';
import { LEAD_STATUSES } from '~/shared/leads/lead';
import type { MessageTemplate } from './template';

/** The messages as they come with the product, in the editors' order: of each channel and status the first is the usual. */
export const SHIPPED_MESSAGES: readonly MessageTemplate[] = shipped.map((one, index) => ({
  ...one,
  estado: one.estado ?? null,
  subject: one.subject ?? null,
  is_usual:
    one.estado !== undefined &&
    LEAD_STATUSES.includes(one.estado) &&
    shipped.findIndex(({ channel, estado }) => channel === one.channel && estado === one.estado) === index,
  is_shipped: true,
  updated_at: null,
}));
