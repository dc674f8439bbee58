import { z } from 'zod';
import { endpoint, methodNotAllowed } from '~/server/endpoint';
import { changeLead, findLead } from '~/server/leads/leads';
import { updateLeadSchema } from '~/shared/leads/schema';
import { rowIdSchema } from '~/shared/row-id';

const params = z.object({ id: rowIdSchema });

export const GET = endpoint({
  allow: 'staff',
  params,
  handle: ({ params: { id } }) => Response.json({ lead: findLead(id) }),
});

export const PATCH = endpoint({
  allow: 'staff',
  params,
  body: updateLeadSchema,
  handle: ({ params: { id }, body, user }) => Response.json({ lead: changeLead(id, body, user.id) }),
});

export const ALL = methodNotAllowed;
