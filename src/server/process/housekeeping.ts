import { removeOldUpgradeBackups, removeReplacedDatabases } from '../../../db/backups/rotation';
import { removeExpiredCredentials } from '../accounts/expiry';
import { removeOldAuditEvents } from '../audit/audit';
import { removeDeletedCompanies } from '../companies/removal';
import { removeOldBudgets } from '../enquiries/daily-budget';
import { removeOldEnquiries } from '../enquiries/settle-set-aside';
import { getSettings } from '../env';
import { removeOldCreations } from '../idempotency/idempotency';
import { removeOldImports } from '../imports/imports';
import { anonymiseLostLeads } from '../leads/anonymisation/anonymisation';
import { removeOldActs } from '../leads/bulk/acts';
import { removeOldMarks } from '../leads/erasure/erased-marks';
import { removeUnclaimed } from '../leads/messages/unclaimed';
import { releaseLeadsOfLeavers } from '../leads/owners/owners';
import { reparseOldNumbers } from '../leads/same-person/reparse-phones';
import { mergeAwayRemovedWords } from '../leads/search/flush-words';
import { purgeTrash } from '../leads/trash';
import { log } from '../log';
import { removeOldEnquiryNotices } from '../notices/new-leads';
import { removeOldDeliveries } from '../outbox/lines';
import { removeExpiredLimits } from '../rate-limit/rate-limit';
import { removeWebhookLeftovers } from '../webhooks/removal';
import { removeOldUnknown } from '../whatsapp/unknown-parts';
import { isClockBelieved } from './clock-guard';

const HOUR_MS = 3_600_000;

/** Removes what expired, and ends what was interrupted; each job returns how many rows it removed or changed. */
export const housekeepingJobs = {
  expired_credentials: removeExpiredCredentials,
  old_audit_events: removeOldAuditEvents,
  expired_limits: removeExpiredLimits,
  old_creations: removeOldCreations,
  old_bulk_acts: removeOldActs,
  old_imports: removeOldImports,
  trash: () => purgeTrash(),
  deleted_companies: removeDeletedCompanies,
  lost_leads: anonymiseLostLeads,
  leads_of_leavers: releaseLeadsOfLeavers,
  old_erased_marks: () => removeOldMarks(),
  old_enquiries: removeOldEnquiries,
  old_enquiry_budgets: removeOldBudgets,
  unclaimed_messages: removeUnclaimed,
  old_news: removeOldEnquiryNotices,
  old_deliveries: removeOldDeliveries,
  webhook_leftovers: removeWebhookLeftovers,
  unread_parts: removeOldUnknown,
  old_upgrade_backups: async () => {
    const { DATABASE_PATH, BACKUP_DIR } = getSettings();
    return removeOldUpgradeBackups(DATABASE_PATH, BACKUP_DIR);
  },
  replaced_databases: async () => removeReplacedDatabases(getSettings().DATABASE_PATH),
} satisfies Record<string, () => Promise<number>>;

/**
 * Runs every job now and each hour, but none while the clock is doubted; a failed one is logged and retried an hour
 * later. Old data is searched once, now, for what a new version recognises in it. Returns a function that stops it.
 */
export function startHousekeeping(): () => void {
  const runAll = () => runJobs().then(mergeWords);
  const timer = setInterval(runAll, HOUR_MS);
  timer.unref();
  void runAll().then(findLinks);
  return () => clearInterval(timer);
}

async function runJobs(): Promise<void> {
  for (const [job, run] of Object.entries(housekeepingJobs)) {
    try {
      // Asked before each: a run may take minutes, and the clock jump during it.
      if (!(await isClockBelieved())) return;
      const removed = await run();
      if (removed > 0) log.info({ event: 'housekeeping', job, removed });
    } catch (error) {
      log.error({ event: 'housekeeping_failed', job, err: error });
    }
  }
}

/** Purges what the jobs removed from the search index's blocks, too. */
async function mergeWords(): Promise<void> {
  try {
    if (await mergeAwayRemovedWords()) log.info({ event: 'removed_words_merged' });
  } catch (error) {
    log.error({ event: 'merging_words_failed', err: error });
  }
}

async function findLinks(): Promise<void> {
  try {
    const linked = await reparseOldNumbers();
    if (linked > 0) log.info({ event: 'old_numbers_linked', leads: linked });
  } catch (error) {
    log.error({ event: 'old_numbers_failed', err: error });
  }
}
