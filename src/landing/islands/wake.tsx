import type { ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { EDITIONS } from '~/shared/editions';
import { HONEYPOT_FIELD } from '~/shared/enquiries/fields';
import { EDITION_TEXTS } from '../editions';
import BillingToggle from './BillingToggle';
import ContactDialog from './ContactDialog';

/** Hydrates markup that the build rendered with the same component. */
function hydrate(island: string, render: (root: HTMLElement) => ReactNode): void {
  const root = document.querySelector<HTMLElement>(`[data-island=${island}]`);
  if (!root) return;
  // White space between the source's tags is not the component's and would break hydration.
  for (const node of [...root.childNodes]) if (node.nodeType === Node.TEXT_NODE) node.remove();
  hydrateRoot(root, render(root));
}

hydrate('billing', ({ dataset }) => <BillingToggle minimumMonths={Number(dataset['months'])} />);
hydrate('contact', (root) => (
  <ContactDialog
    action={root.querySelector('[method=post]')?.getAttribute('action') ?? ''}
    edition={EDITIONS.find((edition) => EDITION_TEXTS[edition].lang === document.documentElement.lang) ?? 'general'}
    isOwn={root.querySelector(`[name=${HONEYPOT_FIELD}]`) !== null}
  />
));
