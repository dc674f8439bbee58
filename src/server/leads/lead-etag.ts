import { createHash } from 'node:crypto';
import type { Lead } from '~/shared/leads/lead';
import { AppError } from '../app-error';
import { selectLead } from './lead-queries';

const LENGTH = 27;

/**
 * ETag of everything a lead shows, including values kept elsewhere, such as its owner's name or its number of
 * duplicates. Leaves out `as_of`, which changes with every event of any lead.
 */
export function etagOf({ as_of: _, ...shown }: Lead): string {
  return `"${createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, LENGTH)}"`;
}

/** ETag header of a lead as it is now; empty once it is gone. */
export function currentEtag(id: number): Record<string, string> {
  const lead = selectLead().get({ id });
  return lead ? { etag: etagOf(lead) } : {};
}

/** @throws {AppError} `precondition_failed` if If-Match names no current version of the lead. */
export function requireMatchingEtag(lead: Lead, ifMatch: string): void {
  const named = ifMatch.split(',').map((tag) => tag.trim());
  if (!named.includes('*') && !named.includes(etagOf(lead))) throw new AppError('precondition_failed');
}
