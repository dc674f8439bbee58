import { query } from '~/server/database/connection';
import type { DeliveryKind, DeliveryState } from '~/shared/deliveries/delivery';

/** How many messages of a kind are in a state; counts up to `most`. */
export const countInState = query<
  [{ kind: DeliveryKind; state: DeliveryState; most: number }],
  { count: number }
>(
  `SELECT count(*) AS count FROM (
     SELECT 1 FROM deliveries WHERE kind = :kind AND state = :state LIMIT :most
   )`,
);

/** The oldest waiting message. */
export const selectFirstWaiting = query<[{ kind: DeliveryKind }], { created_at: string }>(
  "SELECT created_at FROM deliveries WHERE kind = :kind AND state = 'pending' ORDER BY id LIMIT 1",
);
