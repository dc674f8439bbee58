import { fillAnswer } from '~/content/fill-answer';
import type { Plan, Site } from '~/content/schemas';

interface Content {
  site: Site;
  plans: readonly Plan[];
  faq: readonly { question: string; answer: string }[];
}

/** What search engines read about the page, made from the very entries that the page shows. */
export function buildStructuredData({ site, plans, faq }: Content, url: string): string {
  const organization = {
    '@type': 'Organization',
    '@id': `${url}#org`,
    name: site.nombre,
    url,
    email: site.email,
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
      price,
      priceCurrency: 'USD',
      url: `${url}#pricing`,
    })),
  );
  const graph = [
    organization,
    {
      '@type': 'Product',
      name: site.titulo,
      description: site.descripcion,
      brand: { '@id': `${url}#org` },
      offers,
    },
    {
      '@type': 'FAQPage',
      mainEntity: faq.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: fillAnswer(answer, site) },
      })),
    },
  ];
  // An entry that says "</script>" must not end the element.
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', '\\u003c');
}
