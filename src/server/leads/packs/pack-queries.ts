import { query } from '~/server/database/connection';

/** How many leads a pack holds; the triggers that forget packs divide by it, too. */
export const LEADS_OF_PACK = 128;

/** The columns of a lead that are packed. */
export type PackedRow = {
  id: number;
  created_at: string;
  estado: string;
  pais: string | null;
  client_type: string | null;
  source: string;
  owner_id: string | null;
  plan: string | null;
  billing: string | null;
  lost_reason: string | null;
  first_contacted_at: string | null;
  import_id: number | null;
};

type Ids = { from: number; below: number };

export const selectRowsToPack = query<[Ids], PackedRow>(
  `SELECT id, created_at, estado, pais, client_type, source, owner_id, plan, billing, lost_reason, first_contacted_at,
     import_id
   FROM leads NOT INDEXED WHERE id >= :from AND id < :below AND deleted_at IS NULL`,
);

export type Step = { lead_id: number; from_value: string; to_value: string; created_at: string };

/** The changes of status of these leads, as they happened. */
export const selectStepsToPack = query<[Ids], Step>(
  `SELECT lead_id, from_value, to_value, created_at FROM lead_events INDEXED BY lead_events_newest
   WHERE lead_id >= :from AND lead_id < :below AND type = 'changed' AND field = 'estado'
   ORDER BY lead_id, created_at, lead_events.id`,
);

type Range = { from: number; below: number; since: number; until: number; limit: number };

/**
 * Stored packs in their order, to be read `raw`, which saves an object for each; the leads of one are null where none of
 * them came in this time.
 */
export const selectPacks = query<[Range], [pack: number, leads: Buffer | null]>(
  `SELECT pack, CASE WHEN latest >= :since AND earliest < :until THEN leads END AS leads
   FROM lead_packs WHERE pack >= :from AND pack < :below ORDER BY pack LIMIT :limit`,
);

export const insertPack = query<[{ pack: number; earliest: number; latest: number; leads: Buffer }]>(
  `INSERT OR REPLACE INTO lead_packs (pack, earliest, latest, leads) VALUES (:pack, :earliest, :latest, :leads)`,
);

export const selectPackNumbers = query<[{ from: number }], { pack: number }>(
  'SELECT pack FROM lead_packs WHERE pack >= :from ORDER BY pack',
);

export const selectNamesAfter = query<[{ after: number }], { id: number; name: string }>(
  'SELECT id, name FROM lead_names WHERE id > :after ORDER BY id',
);

export const selectNameId = query<[{ name: string }], { id: number }>(
  'SELECT id FROM lead_names WHERE name = :name',
);

export const insertName = query<[{ name: string }], { id: number }>(
  'INSERT INTO lead_names (name) VALUES (:name) RETURNING id',
);
