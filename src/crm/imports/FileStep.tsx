import { useId, useState } from 'react';
import { IMPORT_LIMITS } from '~/shared/imports/import';
import { importErrors, importStrings as strings } from '~/shared/strings/imports';
import { Icon } from '../ui/Icon';
import { Spinner } from '../ui/Spinner';
import { StepError } from './parts';

type Props = {
  busy: string | null;
  problem: string | null;
  onChoose: (file: File) => void;
};

export function FileStep({ busy, problem, onChoose }: Props) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const [tooLarge, setTooLarge] = useState(false);

  function take(file: File | undefined) {
    if (!file) return;
    setTooLarge(file.size > IMPORT_LIMITS.bytes);
    if (file.size <= IMPORT_LIMITS.bytes) onChoose(file);
  }

  const shown = tooLarge ? importErrors.tooLarge : problem;
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way to what the input does */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          take(event.dataTransfer.files[0]);
        }}
        className={`relative grid justify-items-center gap-2 rounded-2xl rounded-bl-none border-2 border-dashed px-4 py-10 text-center has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-petrol ${
          isOver ? 'border-petrol bg-petrol-haze' : 'border-edge bg-sand/50'
        }`}
      >
        <Icon name="upload" className="size-8 text-petrol" />
        {busy ? (
          <p role="status" className="flex items-center gap-2 font-medium wrap-anywhere">
            <Spinner />
            {busy}
          </p>
        ) : (
          <p>
            <label htmlFor={id} className="btn btn-primary btn-regular">
              {strings.choose}
              <span className="sr-only">: {strings.file}</span>
            </label>{' '}
            <span className="text-ink-soft pointer-coarse:hidden">{strings.drop}</span>
          </p>
        )}
        <p id={`${id}-hint`} className="max-w-prose text-sm text-ink-soft">
          {strings.fileHint}
        </p>
        <input
          id={id}
          type="file"
          accept=".csv,.tsv,.txt,.xlsx,.ods,.vcf,text/csv,text/vcard"
          disabled={busy !== null}
          aria-describedby={shown ? `${id}-hint ${id}-problem` : `${id}-hint`}
          onChange={({ currentTarget }) => {
            take(currentTarget.files?.[0]);
            // Choosing the same file again, once fixed, must count as a change.
            currentTarget.value = '';
          }}
          className="absolute size-px opacity-0"
        />
      </div>
      <StepError id={`${id}-problem`} text={shown} />
    </>
  );
}
