import { endpoint } from '~/server/http/endpoint';
import { listApprovedTemplates } from '~/server/whatsapp/templates';

/** Approved templates that can be sent from here. */
export const GET = endpoint({
  allow: 'staff',
  handle: async () => ({ templates: await listApprovedTemplates() }),
});
