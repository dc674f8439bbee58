import { type ImportDraft, LEGACY_ENCODINGS } from '~/shared/imports/import';
import { importStrings as strings } from '~/shared/strings/imports';
import { CheckboxField, SelectField } from '../ui/forms/Field';
import type { ReadingWishes } from './import-api';

type Props = {
  draft: ImportDraft;
  /** Null: the browser no longer has the file. */
  onChoose: ((wishes: ReadingWishes) => void) | null;
};

/** What was guessed about the file, where it could be read otherwise. Another answer is another import: it is sent again. */
export function FileReading({ draft: { sheets, sheet, read_as }, onChoose }: Props) {
  const { heads, encoding, names, hidden } = read_as;
  if (sheets.length < 2 && heads.isSure && encoding === null && hidden.rows === 0) return null;
  const same: ReadingWishes = {
    ...(sheet !== null && { sheet }),
    ...(encoding !== null && { encoding }),
    heads: heads.row === null ? 'no' : 'yes',
    hidden: hidden.isTaken ? 'yes' : 'no',
  };
  return (
    <fieldset disabled={!onChoose} className="grid gap-3">
      <legend className="sr-only">{strings.readAs}</legend>
      {sheets.length > 1 && (
        <div className="sm:max-w-sm">
          <SelectField
            label={strings.sheet}
            value={sheet ?? ''}
            onChange={({ currentTarget: { value } }) => onChoose?.({ sheet: value })}
          >
            {sheets.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      {!heads.isSure && (
        <CheckboxField
          label={strings.headsInRow(heads.row ?? 1)}
          checked={heads.row !== null}
          onChange={({ currentTarget: { checked } }) => onChoose?.({ ...same, heads: checked ? 'yes' : 'no' })}
        />
      )}
      {encoding !== null && (
        <div className="sm:max-w-sm">
          <SelectField
            label={strings.encoding}
            hint={names.length > 0 && strings.namesRead(names)}
            value={encoding}
            onChange={({ currentTarget: { value } }) => {
              const chosen = LEGACY_ENCODINGS.find((one) => one === value);
              if (chosen) onChoose?.({ ...same, encoding: chosen });
            }}
          >
            {LEGACY_ENCODINGS.map((one) => (
              <option key={one} value={one}>
                {strings.encodings[one]}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      {hidden.rows > 0 && (
        <div className="flex flex-wrap gap-x-4 gap-y-1">
          <p>{strings.hiddenRows(hidden.rows)}</p>
          <CheckboxField
            label={strings.takeHidden(hidden.rows)}
            checked={hidden.isTaken}
            onChange={({ currentTarget: { checked } }) => onChoose?.({ ...same, hidden: checked ? 'yes' : 'no' })}
          />
        </div>
      )}
      {!onChoose && <p className="text-sm text-ink-faint">{strings.readAgainLater}</p>}
    </fieldset>
  );
}
