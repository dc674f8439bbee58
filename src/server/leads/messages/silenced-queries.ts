import { query } from '../../database/connection';

export type Silenced = { phone_key: string };

export const deleteSilenced = query<[Silenced]>('DELETE FROM silenced_numbers WHERE phone_key = :phone_key');
