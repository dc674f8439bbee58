import { query } from '../../database/connection';

/** The last delivery status and the last reaction, by their ids. */
export type Receipts = { statuses: number; reactions: number };

export const selectLastReceipts = query<[], Receipts>(
  `SELECT coalesce((SELECT max(id) FROM message_statuses), 0) AS statuses,
     coalesce((SELECT max(id) FROM message_reactions), 0) AS reactions`,
);

/** The leads of later statuses and reactions, and whether a message failed. */
export const selectReceiptLeads = query<[Receipts & { limit: number }], { lead_id: number; has_failed: 0 | 1 }>(
  `SELECT lead_id, status = 'failed' AS has_failed FROM message_statuses
     CROSS JOIN messages ON messages.wamid = message_statuses.wamid
   WHERE message_statuses.id > :statuses AND lead_id IS NOT NULL
   UNION ALL
   SELECT lead_id, 0 FROM message_reactions CROSS JOIN messages ON messages.wamid = message_reactions.wamid
   WHERE message_reactions.id > :reactions AND lead_id IS NOT NULL
   LIMIT :limit`,
);
