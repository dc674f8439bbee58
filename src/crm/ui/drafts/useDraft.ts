import { useState } from 'react';
import { type Draft, openDraft } from './drafts';

/** The draft of this name, while the component is mounted. Only for components that the server does not render. */
export function useDraft(what: string): Draft {
  const [draft] = useState(() => openDraft(what));
  return draft;
}

/** A form's fields and single checkboxes, without passwords: those are never stored. */
export function readTyped(form: HTMLFormElement): Record<string, string> {
  const typed: Record<string, string> = {};
  for (const control of form.elements) {
    const isText =
      control instanceof HTMLTextAreaElement ||
      control instanceof HTMLSelectElement ||
      (control instanceof HTMLInputElement && ['text', 'email', 'tel', 'date', 'time'].includes(control.type));
    if (isText && control.name && !control.autocomplete.endsWith('password')) typed[control.name] = control.value;
    // A checkbox of a group has its own value.
    else if (control instanceof HTMLInputElement && control.type === 'checkbox' && !control.hasAttribute('value'))
      typed[control.name] = control.checked ? 'on' : '';
  }
  return typed;
}
