import { useState } from 'react';
import { type Draft, takeUpDraft } from './drafts';

/** The draft of what is named, for as long as the component stands. Not for what the server renders. */
export function useDraft(what: string): Draft {
  const [draft] = useState(() => takeUpDraft(what));
  return draft;
}

/** What the text fields of a form hold. No password: those are never kept. */
export function readTyped(form: HTMLFormElement): Record<string, string> {
  const typed: Record<string, string> = {};
  for (const control of form.elements) {
    const isText =
      control instanceof HTMLTextAreaElement ||
      control instanceof HTMLSelectElement ||
      (control instanceof HTMLInputElement && ['text', 'email', 'tel'].includes(control.type));
    if (isText && control.name && !control.autocomplete.endsWith('password'))
      typed[control.name] = control.value;
  }
  return typed;
}
