import { createHash } from 'node:crypto';
import type { Lead } from '~/shared/leads/lead';
import { AppError } from '../app-error';
import { selectLead } from './lead-queries';

const LENGTH = 27;

/**
 * The version of all that a lead says, also of what stands elsewhere, as its owner's name or how many share its number. Not of
 * `as_of`, which tells of the reading and not of the lead: with it no version would last.
 */
export function tagOf({ as_of: _, ...said }: Lead): string {
  return `"${createHash('sha256').update(JSON.stringify(said)).digest('base64url').slice(0, LENGTH)}"`;
}

/** The header with the version of a lead as it is now; none where it has gone. */
export function tagNow(id: number): Record<string, string> {
  const lead = selectLead().get({ id });
  return lead ? { etag: tagOf(lead) } : {};
}

/** @throws {AppError} `precondition_failed` where a lead is of none of the versions that an If-Match names. */
export function requireVersion(lead: Lead, ifMatch: string): void {
  const named = ifMatch.split(',').map((tag) => tag.trim());
  if (!named.includes('*') && !named.includes(tagOf(lead))) throw new AppError('precondition_failed');
}
