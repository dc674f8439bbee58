import { cleanEmail } from '~/shared/clean-text';
import { type EnquiryField, PHONE_PATTERN } from '~/shared/enquiries/fields';
import { completePhone, findPhoneProblem } from '~/shared/phones/complete';
import { readOrigin } from './origin';

/**
 * What the form does once its code is there, in the dialog and on its own pages: tidies what was typed, says what the
 * number lacks, tells where the visitor came from, and is sent once.
 */
export function enhanceForm(form: HTMLFormElement): void {
  const field = (name: EnquiryField) => form.elements.namedItem(name) as HTMLInputElement;

  function lookAtPhone(): void {
    const problem = findPhoneProblem(field('telefono').value, field('pais').value);
    for (const sentence of form.querySelectorAll<HTMLElement>('[data-lack]'))
      sentence.hidden = sentence.dataset['lack'] !== problem;
  }

  /** On blur, on Enter, by autofill, or when the country changes. */
  function tidy(): void {
    write(field('telefono'), completePhone(field('telefono').value, field('pais').value));
    write(field('email'), cleanEmail(field('email').value));
    lookAtPhone();
  }

  tidy();
  // What is typed is completed here, so what is left must be right.
  field('telefono').pattern = PHONE_PATTERN;
  form.addEventListener('change', tidy);
  form.addEventListener('input', lookAtPhone);

  form.addEventListener('submit', (event) => {
    if (form.ariaBusy) event.preventDefault();
    else showSubmitting(form, true);
  });
  // The page may come back from the history.
  addEventListener('pageshow', () => showSubmitting(form, false));

  // Only the form for this product's own endpoint has the honeypot.
  if (!form.querySelector('.trap')) return;
  for (const [name, value] of Object.entries(readOrigin())) {
    if (form.elements.namedItem(name)) continue;
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
  }
}

/** Leaves the caret where it is, if nothing changes. */
function write(field: HTMLInputElement, value: string): void {
  if (field.value !== value) field.value = value;
}

function showSubmitting(form: HTMLFormElement, isSubmitting: boolean): void {
  const button = form.querySelector<HTMLButtonElement>('[type=submit]');
  if (!button) return;
  form.ariaBusy = isSubmitting ? 'true' : null;
  // Not `disabled`: a disabled button loses focus, and keyboard users their place.
  button.ariaDisabled = form.ariaBusy;
  const [ready, submitting] = button.querySelectorAll<HTMLElement>(':scope > span');
  if (ready) ready.hidden = isSubmitting;
  if (submitting) submitting.hidden = !isSubmitting;
}
