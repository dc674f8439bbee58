import { isAdmin } from '~/shared/accounts/account';
import type { Lead } from '~/shared/leads/lead';
import { AppError } from '../../app-error';
import {
  deleteCompanyInTransaction,
  findDeletedCompany,
  requireDeletable,
  restoreCompanyInTransaction,
} from '../../companies/removal';
import { type ActEvent, selectLaterWithCompany, type UndoingUser } from './undo-queries';

/** Deletes the agency that the act made or restored. */
export function removeCompany(lead: Lead, event: ActEvent, user: UndoingUser) {
  requireAdmin(user);
  const id = lead.company_id;
  if (id === null || hasLaterChange(lead, event)) return { work: null, isComplete: true };
  requireDeletable(id);
  return { work: () => deleteCompanyInTransaction(id, user), isComplete: true };
}

export function restoreDeletedCompany(lead: Lead, event: ActEvent, user: UndoingUser) {
  requireAdmin(user);
  const id = findDeletedCompany(lead.id, event.created_at);
  if (id === undefined || hasLaterChange(lead, event)) return { work: null, isComplete: true };
  return { work: () => void restoreCompanyInTransaction(id, user), isComplete: true };
}

/** The act may date from when they still were an administrator. */
function requireAdmin(user: UndoingUser): void {
  if (!isAdmin(user)) throw new AppError('forbidden');
}

/** Whether the lead's agency changed again since. */
function hasLaterChange({ id: lead_id }: Lead, { id }: ActEvent): boolean {
  return selectLaterWithCompany().get({ lead_id, id }) !== undefined;
}
