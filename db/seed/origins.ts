import { type LeadOrigin, NO_ORIGIN } from '~/shared/enquiries/origin';
import { planName } from '~/shared/leads/plans';
import type { ToldLead } from './telling';

const SEARCH = { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'agente-ia', referrer: 'google.com' };
const REEL = { utm_source: 'instagram', utm_medium: 'social', utm_campaign: 'recorrido' };
const LETTER = { utm_source: 'boletin', utm_medium: 'email', utm_campaign: 'novedades' };
/** Origins of some of the site's visitors; most have none. */
const WAYS: Partial<LeadOrigin>[] = [
  ...[SEARCH, SEARCH, { referrer: 'google.com' }, { referrer: 'google.com' }, REEL, LETTER],
  ...[{ referrer: 'l.instagram.com' }, {}, {}, {}, {}, {}, {}],
];

/** A site lead's origin, derived from its minute of arrival without any dice. */
export function originOf({ source, at, plan, billing }: ToldLead): LeadOrigin {
  if (source !== 'landing') return NO_ORIGIN;
  const minute = Math.floor(at / 60_000);
  const isOfPlan = plan !== null && billing !== null && minute % 3 === 0;
  return {
    ...NO_ORIGIN,
    ...WAYS[minute % WAYS.length],
    tema: isOfPlan ? `${planName(plan)} · ${billing}` : null,
  };
}
