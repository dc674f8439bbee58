import { query } from '../database/connection';

export const selectIsConnected = query<[], { id: number }>(
  'SELECT id FROM whatsapp_connection WHERE id = 1 AND rests_since IS NULL',
);

export type ConnectionRow = {
  phone_number_id: string;
  business_account_id: string | null;
  display_phone_number: string;
  verified_name: string | null;
  token_box: Buffer;
  app_secret_box: Buffer;
  verify_token_box: Buffer;
  fault: 'token' | 'number' | null;
  heard_at: string | null;
  moves_new: 0 | 1;
  connected_at: string;
  rests_since: string | null;
  made_by: string | null;
};

const CONNECTION = `
  SELECT phone_number_id, business_account_id, display_phone_number, verified_name, token_box, app_secret_box,
         verify_token_box, fault, heard_at, moves_new, connected_at, rests_since,
         (SELECT name FROM profiles WHERE profiles.id = made_by) AS made_by
  FROM whatsapp_connection WHERE id = 1`;

export const selectConnection = query<[], ConnectionRow>(CONNECTION);

/** The one that sends and receives: not while it rests. */
export const selectWorking = query<[], ConnectionRow>(`${CONNECTION} AND rests_since IS NULL`);

export const restConnection = query<
  [{ made_by: string; since: string; now: string }],
  Pick<ConnectionRow, 'display_phone_number'>
>(
  `UPDATE whatsapp_connection SET rests_since = :now
   WHERE made_by = :made_by AND connected_at >= :since AND rests_since IS NULL RETURNING display_phone_number`,
);

export const confirmConnection = query<[{ made_by: string }], Pick<ConnectionRow, 'display_phone_number'>>(
  `UPDATE whatsapp_connection SET rests_since = NULL, made_by = :made_by
   WHERE id = 1 AND rests_since IS NOT NULL RETURNING display_phone_number`,
);

/** A new number starts without a last webhook. */
export const putConnection = query<
  [
    Omit<ConnectionRow, 'fault' | 'heard_at' | 'moves_new' | 'connected_at' | 'rests_since' | 'made_by'> & {
      made_by: string;
      now: string;
    },
  ]
>(
  `INSERT INTO whatsapp_connection (id, phone_number_id, business_account_id, display_phone_number, verified_name,
     token_box, app_secret_box, verify_token_box, made_by, connected_at)
   VALUES (1, :phone_number_id, :business_account_id, :display_phone_number, :verified_name, :token_box,
     :app_secret_box, :verify_token_box, :made_by, :now)
   ON CONFLICT (id) DO UPDATE SET
     heard_at = CASE WHEN phone_number_id = excluded.phone_number_id THEN heard_at END,
     phone_number_id = excluded.phone_number_id, business_account_id = excluded.business_account_id,
     display_phone_number = excluded.display_phone_number, verified_name = excluded.verified_name,
     token_box = excluded.token_box, app_secret_box = excluded.app_secret_box,
     verify_token_box = excluded.verify_token_box, fault = NULL, made_by = excluded.made_by,
     connected_at = excluded.connected_at, rests_since = NULL`,
);

export const updateMovesNew = query<[{ moves_new: 0 | 1 }], { display_phone_number: string }>(
  'UPDATE whatsapp_connection SET moves_new = :moves_new WHERE id = 1 RETURNING display_phone_number',
);

export const updateFault = query<[{ fault: ConnectionRow['fault'] }]>(
  'UPDATE whatsapp_connection SET fault = :fault WHERE id = 1 AND fault IS NOT :fault',
);

export const updateNames = query<[Pick<ConnectionRow, 'display_phone_number' | 'verified_name'>]>(
  `UPDATE whatsapp_connection SET display_phone_number = :display_phone_number, verified_name = :verified_name
   WHERE id = 1 AND (display_phone_number, verified_name) IS NOT (:display_phone_number, :verified_name)`,
);

export const updateHeardAt = query<[{ now: string }]>('UPDATE whatsapp_connection SET heard_at = :now WHERE id = 1');

/** Only if it is not known yet. */
export const updateAccount = query<[{ business_account_id: string }]>(
  `UPDATE whatsapp_connection SET business_account_id = :business_account_id
   WHERE id = 1 AND business_account_id IS NULL`,
);

export const deleteConnection = query<[], { display_phone_number: string }>(
  'DELETE FROM whatsapp_connection WHERE id = 1 RETURNING display_phone_number',
);

export const selectMovesNew = query<[], { id: number }>(
  'SELECT id FROM whatsapp_connection WHERE id = 1 AND moves_new = 1',
);
