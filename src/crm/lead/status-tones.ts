import type { LeadStatus } from '~/shared/leads/lead';
import type { Tone } from '../ui/Badge';

/** How each status looks: what waits for someone is warm, what is settled is quiet. */
export const STATUS_TONES: Record<LeadStatus, Tone> = {
  nuevo: 'attention',
  contactado: 'active',
  en_seguimiento: 'waiting',
  ganado: 'success',
  perdido: 'muted',
};
