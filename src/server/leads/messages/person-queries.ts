import { query } from '../../database/connection';

export const updateUserId = query<[{ id: number; user_id: string }]>(
  'UPDATE leads SET whatsapp_user_id = :user_id WHERE id = :id',
);
