import type { LeadStatus } from '~/shared/leads/enums';
import type { Tone } from './Badge';

/** The colour of each status: warm if somebody has to act, quiet if it is settled. */
export const STATUS_TONES: Record<LeadStatus, Tone> = {
  nuevo: 'attention',
  contactado: 'active',
  en_seguimiento: 'waiting',
  ganado: 'success',
  perdido: 'muted',
};
