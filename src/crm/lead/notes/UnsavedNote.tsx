import { useRef } from 'react';
import { noteStrings as strings } from '~/shared/strings/lead/notes';
import { Button } from '../../ui/Button';
import { TextareaField } from '../../ui/forms/Field';
import { copyText } from '../../ui/reading/copy-text';

/** The unsaved note of a lead that is gone, to copy. `canReturn`: the lead can be restored, and the note saved. */
export function UnsavedNote({ text, canReturn }: { text: string; canReturn: boolean }) {
  const box = useRef<HTMLTextAreaElement>(null);

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
      <Button
        onClick={() => copyText(text, strings.copied, () => box.current?.select())}
        className="justify-self-end"
      >
        {strings.copy}
      </Button>
    </div>
  );
}
