import { DUPLICATE_CHOICES, type ImportChoices } from '~/shared/imports/import';
import { importStrings as strings } from '~/shared/strings/imports';
import { ChoiceCard } from '../ui/forms/ChoiceCard';

/** What becomes of rows whose person already exists. */
export function Duplicates({
  choices,
  onChange,
}: {
  choices: ImportChoices;
  onChange: (choices: ImportChoices) => void;
}) {
  return (
    <>
      <fieldset>
        <legend className="mb-2 text-sm font-medium text-ink-soft">{strings.duplicates}</legend>
        <div className="grid gap-2 sm:grid-cols-2">
          {DUPLICATE_CHOICES.map((duplicates) => (
            <ChoiceCard
              key={duplicates}
              {...strings.duplicateChoices[duplicates]}
              name="duplicates"
              checked={choices.duplicates === duplicates}
              onChange={() => onChange({ ...choices, duplicates })}
            />
          ))}
        </div>
      </fieldset>
      {choices.duplicates === 'update' && (
        <fieldset>
          <legend className="mb-2 text-sm font-medium text-ink-soft">{strings.overwrite}</legend>
          <div className="grid gap-2 sm:grid-cols-2">
            {[false, true].map((overwrite) => (
              <ChoiceCard
                key={String(overwrite)}
                {...strings.overwriteChoices[overwrite ? 'replace' : 'fill']}
                name="overwrite"
                checked={choices.overwrite === overwrite}
                onChange={() => onChange({ ...choices, overwrite })}
              />
            ))}
          </div>
        </fieldset>
      )}
    </>
  );
}
