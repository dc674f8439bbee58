import { useRef } from 'react';
import { leadStrings } from '~/shared/strings/leads';
import { Button } from '../../ui/Button';
import { TextareaField } from '../../ui/forms/Field';
import { showToast } from '../../ui/toasts/toasts';

const { notes: strings } = leadStrings;

/** A note that cannot be saved for now, or never where its lead cannot return, to be read and copied. */
export function UnsavedNote({ text, canReturn }: { text: string; canReturn: boolean }) {
  const box = useRef<HTMLTextAreaElement>(null);

  async function copy() {
    try {
      // Plain http has no clipboard; there the text is selected, for the keys that copy.
      await navigator.clipboard.writeText(text);
      showToast({ tone: 'success', text: strings.copied });
    } catch {
      box.current?.select();
    }
  }

  return (
    <div className="grid gap-2">
      <TextareaField
        ref={box}
        label={strings.unsaved}
        hint={canReturn ? strings.unsavedHint : strings.lostHint}
        rows={4}
        readOnly
        value={text}
      />
      <Button onClick={copy} className="justify-self-end">
        {strings.copy}
      </Button>
    </div>
  );
}
