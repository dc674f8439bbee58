import { query } from '../database/connection';

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
