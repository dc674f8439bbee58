/** Names of the fields on an enquiry's topic and its visitor's origin. */
export const originFields = {
  tema: 'Tema',
  utm_source: 'Fuente de la campaña',
  utm_medium: 'Medio de la campaña',
  utm_campaign: 'Campaña',
  referrer: 'Sitio de origen',
} as const;
