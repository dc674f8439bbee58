import { answerJson, noContent, WholeAnswer } from '~/server/http/answer';
import { endpoint, isProgram } from '~/server/http/endpoint';
import { isKnownVersion } from '~/server/http/request-checks';
import { currentEtag, etagOf } from '~/server/leads/lead-etag';
import { changeLead, findFollowing } from '~/server/leads/leads';
import { moveLeadToTrash } from '~/server/leads/trash';
import { noBody } from '~/shared/answers';
import { changedLeadAnswer, leadAnswer } from '~/shared/leads/lead';
import { AS_OF_HEADER } from '~/shared/leads/live';
import { updateLeadSchema } from '~/shared/leads/schema';

export const GET = endpoint({
  allow: 'staff',
  forPrograms: { answer: leadAnswer, tagged: true },
  params: 'row',
  handle: ({ params: { id }, visit }) => {
    const lead = findFollowing(id);
    const etag = etagOf(lead);
    return isKnownVersion(visit.header('if-none-match'), etag)
      ? new WholeAnswer(304, undefined, { etag })
      : answerJson({ lead }, 200, { etag });
  },
});

export const PATCH = endpoint({
  allow: 'staff',
  forPrograms: { answer: changedLeadAnswer, tagged: true, errors: [409] },
  params: 'row',
  body: updateLeadSchema,
  handle: async ({ params: { id }, body, user, visit }) => {
    const changed = await changeLead(id, body, user.id, visit.header('if-match'));
    return answerJson(changed, 200, isProgram(user) ? currentEtag(id) : {});
  },
});

export const DELETE = endpoint({
  allow: 'staff',
  forPrograms: { answer: noBody },
  params: 'row',
  deletes: 1,
  handle: async ({ params: { id }, user }) => {
    const asOf = await moveLeadToTrash(id, user.id);
    return noContent({ [AS_OF_HEADER]: String(asOf) });
  },
});
