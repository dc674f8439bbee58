import { type RefObject, useEffect } from 'react';
import { Button } from '../Button';
import { InputField } from '../forms/Field';
import { copyText } from './copy-text';

type Props = {
  fieldRef: RefObject<HTMLInputElement | null>;
  text: string;
  label: string;
  hint?: string;
  copy: string;
  /** The toast's text. */
  copied: string;
  onCopied?: () => void;
};

/** A preselected text with a copy button. `fieldRef` is its box. */
export function CopyField({ fieldRef, text, label, hint, copy, copied, onCopied }: Props) {
  useEffect(() => fieldRef.current?.select(), [fieldRef]);

  async function take() {
    if (await copyText(text, copied, () => fieldRef.current?.select())) onCopied?.();
  }

  return (
    <>
      <InputField
        ref={fieldRef}
        label={label}
        hint={hint}
        readOnly
        value={text}
        autoComplete="off"
        spellCheck={false}
        className="font-mono text-sm"
      />
      <Button className="justify-self-start" onClick={take}>
        {copy}
      </Button>
    </>
  );
}
