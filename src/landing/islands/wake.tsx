import type { ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import BillingToggle from './BillingToggle';
import ContactDialog from './ContactDialog';

/** Takes over the markup that the build made with the same component. */
function hydrate(island: string, render: (root: HTMLElement) => ReactNode): void {
  const root = document.querySelector<HTMLElement>(`[data-island=${island}]`);
  if (!root) return;
  // What stands between the tags of the page's source is none of the component's.
  for (const node of [...root.childNodes]) if (node.nodeType === Node.TEXT_NODE) node.remove();
  hydrateRoot(root, render(root));
}

hydrate('billing', ({ dataset }) => <BillingToggle minimumMonths={Number(dataset['months'])} />);
hydrate('contact', (root) => (
  <ContactDialog action={root.querySelector('[method=post]')?.getAttribute('action') ?? ''} />
));
