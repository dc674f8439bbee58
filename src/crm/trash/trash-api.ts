import type { TrashPage } from '~/shared/leads/lead';
import { callApi, pageParams } from '../api-client';

/** The page following `after`, or the first one. */
export function fetchTrash(after: TrashPage | null, signal: AbortSignal): Promise<TrashPage> {
  return callApi(`/api/leads/trash${pageParams(after)}`, { signal });
}
