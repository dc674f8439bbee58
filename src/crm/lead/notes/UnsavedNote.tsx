import { useRef } from 'react';
import { noteStrings as strings } from '~/shared/strings/lead/notes';
import { Button } from '../../ui/Button';
import { TextareaField } from '../../ui/forms/Field';
import { showToast } from '../../ui/toasts/toasts';

/** An unsaved note for a lead that is gone, to be copied. `canReturn`: the lead can be restored, and the note saved. */
export function UnsavedNote({ text, canReturn }: { text: string; canReturn: boolean }) {
  const box = useRef<HTMLTextAreaElement>(null);

  async function copy() {
    try {
      // Without https there is no clipboard, so the text is selected instead.
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
