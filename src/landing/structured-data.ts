import type { Content } from '~/content/files';

/** Structured data for search engines, from the entries the page shows. */
export function buildStructuredData(
  { site, plans, faq }: Pick<Content, 'site' | 'plans' | 'faq'>,
  url: string,
): string {
  const { empresa } = site;
  const organization = {
    '@type': 'Organization',
    name: site.nombre,
    url,
    logo: `${url}icon-512.png`,
    ...(empresa && { legalName: empresa.razonSocial, taxID: empresa.identificacion, address: empresa.domicilio }),
  };
  const offers = plans.flatMap((plan) =>
    (
      [
        ['anual', plan.priceAnnual],
        ['mensual', plan.priceMonthly],
      ] as const
    ).map(([billing, price]) => ({
      '@type': 'Offer',
      name: `${plan.name}, pago ${billing}`,
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        price,
        priceCurrency: 'USD',
        unitCode: 'MON',
      },
    })),
  );
  const graph = [
    organization,
    {
      '@type': 'Product',
      name: site.titulo,
      description: site.descripcion,
      image: `${url}social.png`,
      offers,
    },
    {
      '@type': 'FAQPage',
      mainEntity: faq.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    },
  ];
  // "</script>" within an entry must not end the element.
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', '\\u003c');
}
