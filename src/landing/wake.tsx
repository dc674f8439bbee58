/**
 * Loaded at the first interaction. The build's markup works as it is and is never replaced, whatever a translator or an
 * extension did to it: this listens to it, and React draws only into places that the build left empty.
 */
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Edition } from '~/shared/editions';
import { ContactNotes } from './contact/ContactNotes';
import { enhanceForm } from './contact/enhance-form';
import { BillingNotice } from './sections/BillingToggle';

function draw(place: Element | null | undefined, content: ReactNode): void {
  if (place) createRoot(place).render(content);
}

const billing = document.querySelector<HTMLElement>('[data-island=billing]');
draw(billing?.querySelector('[role=status]'), <BillingNotice minimumMonths={Number(billing?.dataset['months'])} />);

const notes = document.querySelector<HTMLElement>('[data-island=contact]');
const form = notes?.closest('form');
if (form) {
  enhanceForm(form);
  const isOwn = form.querySelector('.trap') !== null;
  draw(notes, <ContactNotes form={form} isOwn={isOwn} edition={notes?.dataset['edition'] as Edition} />);
}

// For browsers without `closedby`: a click on the dialog itself is one on its backdrop.
if (!('closedBy' in HTMLDialogElement.prototype))
  document.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLDialogElement) target.close();
  });
