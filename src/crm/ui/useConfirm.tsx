import { type ReactNode, useState } from 'react';
import type { Question } from '~/shared/strings/confirmations';
import { crmStrings } from '~/shared/strings/crm';
import { ConfirmDialog } from './Dialog';

type Asked = {
  question: Question;
  /** Resolves to false if it failed. */
  run: () => Promise<unknown>;
  after?: (() => void) | undefined;
};

/**
 * Asks before an action, and stays until that has ended; `after` is for a focus lost with it. Render `dialog` at the
 * screen's end.
 */
export function useConfirm(): {
  ask: (question: Question, run: Asked['run'], after?: Asked['after']) => void;
  dialog: ReactNode;
} {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [busy, setBusy] = useState(false);

  async function confirm(own: Asked) {
    setBusy(true);
    const done = await own.run();
    setBusy(false);
    // Unless it was closed, and another question is open by now.
    setAsked((current) => (current === own ? null : current));
    if (done !== false) own.after?.();
  }

  return {
    ask: (question, run, after) => setAsked({ question, run, after }),
    dialog: asked && (
      <ConfirmDialog
        title={asked.question.title}
        text={asked.question.text}
        confirmLabel={asked.question.confirm}
        busyLabel={busy && crmStrings.working}
        onConfirm={() => void confirm(asked)}
        onClose={() => setAsked(null)}
      />
    ),
  };
}
