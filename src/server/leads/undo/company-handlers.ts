import { isAdmin } from '~/shared/accounts/account';
import type { Lead } from '~/shared/leads/lead';
import { AppError } from '../../app-error';
import {
  deleteCompanyNow,
  findDeletedCompany,
  requireDeletable,
  restoreCompanyNow,
} from '../../companies/removal';
import { type ActEvent, selectLaterWithCompany, type Undoer } from './undo-queries';

/** Deletes the agency that the act made or restored. */
export function removeCompany(lead: Lead, event: ActEvent, user: Undoer) {
  requireAdmin(user);
  const id = lead.company_id;
  if (id === null || isFollowed(lead, event)) return { work: null, isAll: true };
  requireDeletable(id);
  return { work: () => deleteCompanyNow(id, user), isAll: true };
}

export function bringCompanyBack(lead: Lead, event: ActEvent, user: Undoer) {
  requireAdmin(user);
  const id = findDeletedCompany(lead.id, event.created_at);
  if (id === undefined || isFollowed(lead, event)) return { work: null, isAll: true };
  return { work: () => void restoreCompanyNow(id, user), isAll: true };
}

/** The act may date from when they still were an administrator. */
function requireAdmin(user: Undoer): void {
  if (!isAdmin(user)) throw new AppError('forbidden');
}

/** Whether the lead's agency changed again since. */
function isFollowed({ id: lead_id }: Lead, { id }: ActEvent): boolean {
  return selectLaterWithCompany().get({ lead_id, id }) !== undefined;
}
