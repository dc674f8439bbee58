import {
  DUPLICATE_CHOICES,
  IMPORT_FIELDS,
  type ImportChoices,
  type ImportDraft,
  type ImportField,
} from '~/shared/imports/import';
import { LEAD_COUNTRIES } from '~/shared/leads/lead';
import { importStrings as strings } from '~/shared/strings/imports';
import { Button } from '../ui/Button';
import { ChoiceCard } from '../ui/forms/ChoiceCard';
import { CheckboxField, SelectField } from '../ui/forms/Field';
import { Icon } from '../ui/Icon';
import { Problem } from './Problem';

const EXAMPLES = 3;

/** What each column is, and what becomes of the rows. */
export function ColumnsStep({
  draft,
  choices,
  busy,
  problem,
  onChange,
  onCheck,
  onLeave,
}: {
  draft: ImportDraft;
  choices: ImportChoices;
  busy: string | null;
  problem: string | null;
  onChange: (choices: ImportChoices) => void;
  onCheck: () => void;
  onLeave: () => void;
}) {
  const name = (index: number, field: ImportField | null) =>
    onChange({ ...choices, mapping: choices.mapping.map((one, at) => (at === index ? field : one)) });
  const columns = draft.columns.map((head, index) => ({ head, index }));
  return (
    <form
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        onCheck();
      }}
    >
      <div className="grid gap-1">
        <p className="font-medium wrap-anywhere">{strings.columnsTitle(draft.name, draft.rows)}</p>
        <p className="text-ink-soft">{draft.remembered ? strings.remembered : strings.columnsText}</p>
      </div>
      <ul className="grid gap-2">
        {columns.map(({ head, index }) => (
          <Column
            key={index}
            head={head}
            draft={draft}
            index={index}
            field={choices.mapping[index] ?? null}
            onName={name}
          />
        ))}
      </ul>
      <fieldset className="grid gap-4">
        <legend className="mb-3 text-lg font-semibold">{strings.options}</legend>
        <Duplicates choices={choices} onChange={onChange} />
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
              <option key={one}>{one}</option>
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
      <Problem text={problem} />
      <div className="flex flex-wrap gap-2 max-sm:grid">
        <Button type="submit" look="primary" busyLabel={busy ?? undefined}>
          {strings.check}
        </Button>
        <Button onClick={onLeave}>{strings.another}</Button>
      </div>
    </form>
  );
}

function Column({
  head,
  draft,
  index,
  field,
  onName,
}: {
  head: string;
  draft: ImportDraft;
  index: number;
  field: ImportField | null;
  onName: (index: number, field: ImportField | null) => void;
}) {
  const examples = draft.sample.map((cells) => cells[index]?.trim() ?? '').filter((cell) => cell !== '');
  return (
    <li
      className={`grid items-center gap-x-4 gap-y-2 rounded-lg border px-3 py-2.5 sm:grid-cols-[minmax(0,1fr)_auto_15rem] ${
        field ? 'border-petrol/40 bg-petrol-haze/50' : 'border-sand-line'
      }`}
    >
      <div className="min-w-0">
        <p className="truncate font-medium" title={head}>
          {head}
        </p>
        <p className="truncate text-sm text-ink-soft">
          {examples.length > 0 ? examples.slice(0, EXAMPLES).join(' · ') : strings.noExample}
        </p>
      </div>
      <Icon name="next" className="size-5 text-ink-faint max-sm:hidden" />
      <SelectField
        label={strings.columnOf(head)}
        hideLabel
        value={field ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onName(index, IMPORT_FIELDS.find((one) => one === value) ?? null)
        }
      >
        <option value="">{strings.noField}</option>
        {IMPORT_FIELDS.map((one) => (
          <option key={one} value={one}>
            {strings.fields[one]}
          </option>
        ))}
      </SelectField>
    </li>
  );
}

function Duplicates({
  choices,
  onChange,
}: {
  choices: ImportChoices;
  onChange: (choices: ImportChoices) => void;
}) {
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium text-ink-soft">{strings.duplicates}</legend>
      <div className="grid gap-2 lg:grid-cols-3">
        {DUPLICATE_CHOICES.map((choice) => {
          const { name, text } = strings.duplicateChoices[choice];
          return (
            <ChoiceCard
              key={choice}
              title={name}
              text={text}
              name="duplicates"
              value={choice}
              checked={choices.duplicates === choice}
              onChange={() => onChange({ ...choices, duplicates: choice })}
            />
          );
        })}
      </div>
    </fieldset>
  );
}
