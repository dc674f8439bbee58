import type { DeliveryKind } from '~/shared/deliveries/delivery';
import { query } from '../db';

export const selectBacklog = query<[{ kind: DeliveryKind }], { waiting: number; oldest: string | null }>(
  `SELECT count(*) AS waiting, min(created_at) AS oldest FROM deliveries
   WHERE kind = :kind AND state = 'pending'`,
);

export const selectParked = query<[{ kind: DeliveryKind }], { parked: number }>(
  "SELECT count(*) AS parked FROM deliveries WHERE kind = :kind AND state = 'failed'",
);
