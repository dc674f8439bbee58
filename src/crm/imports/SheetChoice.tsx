import type { ImportDraft } from '~/shared/imports/import';
import { importStrings as strings } from '~/shared/strings/imports';
import { SelectField } from '../ui/forms/Field';

/** The worksheet to read. Another one is another import: the file is sent again. */
export function SheetChoice({
  draft: { sheets, sheet },
  busy,
  onChoose,
}: {
  draft: ImportDraft;
  busy: string | null;
  onChoose: (sheet: string) => void;
}) {
  return (
    <div className="sm:max-w-sm">
      <SelectField
        label={strings.sheet}
        value={sheet ?? ''}
        disabled={busy !== null}
        onChange={({ currentTarget: { value } }) => onChoose(value)}
      >
        {sheets.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
    </div>
  );
}
