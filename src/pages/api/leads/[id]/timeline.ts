import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { readTimeline } from '~/server/leads/timeline';
import { idParamsSchema } from '~/shared/row-id';

export const GET = endpoint({
  allow: 'staff',
  params: idParamsSchema,
  handle: ({ params: { id } }) => answerJson({ events: readTimeline(id) }),
});
