/** What the fields are called that say what an enquiry is about, and how its visitor came. */
export const originFields = {
  tema: 'Tema',
  utm_source: 'Fuente de la campaña',
  utm_medium: 'Medio de la campaña',
  utm_campaign: 'Campaña',
  referrer: 'Sitio de origen',
} as const;
