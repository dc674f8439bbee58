import { answerJson } from '~/server/http/answer';
import { endpoint, mayReadMessages } from '~/server/http/endpoint';
import { readIdempotency } from '~/server/idempotency/idempotency';
import { createLead } from '~/server/leads/create-lead';
import { currentEtag } from '~/server/leads/lead-etag';
import { receiveLead } from '~/server/leads/lead-from-program';
import { listLeads } from '~/server/leads/list/lead-list';
import { listChanges } from '~/server/leads/since/changes';
import { resolveOwner } from '~/shared/leads/filters';
import { leadAnswer, leadListAnswer } from '~/shared/leads/lead';
import { leadListSchema, programLeadSchema } from '~/shared/leads/program';
import { createLeadSchema } from '~/shared/leads/schema';

export const GET = endpoint({
  allow: 'staff',
  forPrograms: { answer: leadListAnswer },
  query: leadListSchema,
  handle: async ({ query: { since, limit, cursor, ...filters }, user, visit }) =>
    since === undefined
      ? await listLeads(resolveOwner(filters, user.id), {
          ...{ cursor, limit, signal: visit.signal },
          hidesMessages: !mayReadMessages(user),
        })
      : listChanges(since, limit),
});

export const POST = endpoint({
  allow: 'staff',
  forPrograms: { answer: leadAnswer, body: programLeadSchema, or: 200, keyed: true, tagged: true },
  body: createLeadSchema,
  status: 201,
  handle: async ({ body, fromProgram, user, visit }) => {
    const idempotency = readIdempotency(user, visit);
    if (!fromProgram) return { lead: await createLead(body, idempotency) };
    const { lead, found } = await receiveLead(fromProgram, idempotency);
    return answerJson({ lead }, found ? 200 : 201, currentEtag(lead.id));
  },
});
