import { DUPLICATE_CHOICES, type ImportChoices, type ImportDraft } from '~/shared/imports/import';
import { LEAD_COUNTRIES } from '~/shared/leads/enums';
import { importStrings as strings } from '~/shared/strings/imports';
import { Button } from '../ui/Button';
import { ChoiceCard } from '../ui/forms/ChoiceCard';
import { CheckboxField, SelectField } from '../ui/forms/Field';
import { Column } from './Column';
import { StepError } from './parts';

type Props = {
  draft: ImportDraft;
  choices: ImportChoices;
  busy: string | null;
  problem: string | null;
  onChange: (choices: ImportChoices) => void;
  onCheck: () => void;
  onLeave: () => void;
};

export function ColumnsStep({ draft, choices, busy, problem, onChange, onCheck, onLeave }: Props) {
  return (
    <form
      className="grid gap-6 xl:grid-cols-[2fr_1fr] xl:*:col-span-full"
      onSubmit={(event) => {
        event.preventDefault();
        onCheck();
      }}
    >
      <div className="grid gap-1">
        <p className="font-medium wrap-anywhere">{strings.columnsTitle(draft.name, draft.rows)}</p>
        <p className="text-ink-soft">{strings.columnsText}</p>
      </div>
      <ul className="grid content-start gap-2 xl:col-auto!">
        {[...draft.columns.keys()].map((index) => (
          <Column key={index} draft={draft} choices={choices} index={index} onChange={onChange} />
        ))}
      </ul>
      <fieldset className="grid content-start gap-4 xl:col-auto!">
        <legend className="mb-3 card-title">{strings.options}</legend>
        <Cards
          legend={strings.duplicates}
          name="duplicates"
          cards={DUPLICATE_CHOICES.map((duplicates) => ({
            ...strings.duplicateChoices[duplicates],
            checked: choices.duplicates === duplicates,
            onChange: () => onChange({ ...choices, duplicates }),
          }))}
        />
        {choices.duplicates === 'update' && (
          <Cards
            legend={strings.overwrite}
            name="overwrite"
            cards={[false, true].map((overwrite) => ({
              ...strings.overwriteChoices[overwrite ? 'replace' : 'fill'],
              checked: choices.overwrite === overwrite,
              onChange: () => onChange({ ...choices, overwrite }),
            }))}
          />
        )}
        <div className="sm:max-w-sm">
          <SelectField
            label={strings.pais}
            hint={strings.paisHint}
            value={choices.pais ?? ''}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...choices, pais: LEAD_COUNTRIES.find((one) => one === value) ?? null })
            }
          >
            <option value="">{strings.paisNone}</option>
            {LEAD_COUNTRIES.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </SelectField>
        </div>
        <CheckboxField
          label={strings.notify}
          hint={strings.notifyHint}
          checked={choices.notify}
          onChange={({ currentTarget: { checked } }) => onChange({ ...choices, notify: checked })}
        />
      </fieldset>
      <StepError text={problem} />
      <div className="flex flex-wrap gap-2 max-sm:grid">
        <Button type="submit" look="primary" busyLabel={busy ?? undefined}>
          {strings.check}
        </Button>
        <Button onClick={onLeave}>{strings.another}</Button>
      </div>
    </form>
  );
}

type Card = { title: string; text: string; checked: boolean; onChange: () => void };

function Cards({ legend, name, cards }: { legend: string; name: string; cards: Card[] }) {
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium text-ink-soft">{legend}</legend>
      <div className="grid gap-2 sm:max-xl:grid-cols-2">
        {cards.map((card) => (
          <ChoiceCard key={card.title} {...card} name={name} />
        ))}
      </div>
    </fieldset>
  );
}
