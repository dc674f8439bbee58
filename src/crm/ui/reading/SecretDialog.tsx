import { useRef, useState } from 'react';
import type { Question } from '~/shared/strings/confirmations';
import { Button } from '../Button';
import { Dialog } from '../Dialog';
import { useConfirm } from '../useConfirm';
import { CopyField } from './CopyField';

type Labels = {
  title: string;
  label: string;
  copy: string;
  copied: string;
  done: string;
  question: Question;
};

type Props = {
  labels: Labels;
  text: string;
  secret: string;
  onClose: () => void;
};

/** Shows a secret the only time it can be read; asks before it is left uncopied. */
export function SecretDialog({ labels, text, secret, onClose }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setIsCopied] = useState(false);
  const { ask, dialog } = useConfirm();

  return (
    <>
      <Dialog
        title={labels.title}
        initialFocus={field}
        onClose={() => (isCopied ? onClose() : ask(labels.question, async () => onClose()))}
        footer={
          <Button look="primary" onClick={onClose}>
            {labels.done}
          </Button>
        }
      >
        <div className="grid gap-4">
          <p className="wrap-anywhere">{text}</p>
          <CopyField
            fieldRef={field}
            text={secret}
            label={labels.label}
            copy={labels.copy}
            copied={labels.copied}
            onCopied={() => setIsCopied(true)}
          />
        </div>
      </Dialog>
      {dialog}
    </>
  );
}
