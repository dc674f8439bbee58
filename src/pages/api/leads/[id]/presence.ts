import { endpoint } from '~/server/http/endpoint';
import { findLead } from '~/server/leads/leads';
import { updatePresence } from '~/server/leads/live/presence';
import { presenceSchema } from '~/shared/leads/presence';

/** Announces that a panel shows this lead. Kept in memory only, while that panel's stream lasts. */
export const POST = endpoint({
  allow: 'staff',
  params: 'row',
  body: presenceSchema,
  handle: ({ params: { id }, body, user }) => {
    updatePresence(findLead(id).id, user.id, body);
  },
});
