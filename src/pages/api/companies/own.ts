import { findOwnCompany } from '~/server/companies/agents';
import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';

/** The agency that the caller coordinates, with its agents; to everybody else there is none. */
export const GET = endpoint({
  allow: 'agency',
  handle: ({ user }) => answerJson(findOwnCompany(user.id)),
});
