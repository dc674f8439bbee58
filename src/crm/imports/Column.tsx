import { IMPORT_FIELDS, type ImportChoices, type ImportDraft } from '~/shared/imports/import';
import { importStrings as strings } from '~/shared/strings/imports';
import { SelectField } from '../ui/forms/Field';
import { Icon } from '../ui/Icon';
import { ColumnValues } from './ColumnValues';
import { findRivals, readTexts } from './choices';

const EXAMPLES = 3;

/** A column's field; whether it counts, if another has the same; and what its texts mean. */
export function Column({
  draft,
  choices,
  index,
  onChange,
}: {
  draft: ImportDraft;
  choices: ImportChoices;
  index: number;
  onChange: (choices: ImportChoices) => void;
}) {
  const { mapping, values, prefer } = choices;
  const head = draft.columns[index] ?? '';
  const field = mapping[index] ?? null;
  const examples = draft.sample.map((cells) => cells[index]?.trim() ?? '').filter((cell) => cell !== '');
  const rivals = findRivals(draft, choices, index);
  const read = readTexts(draft, choices, index);
  return (
    <li
      className={`grid gap-2.5 rounded-lg border px-3 py-2.5 ${
        field ? 'border-petrol/40 bg-petrol-haze/50' : 'border-sand-line'
      }`}
    >
      <div className="grid items-center gap-x-4 gap-y-2 sm:grid-cols-[minmax(0,1fr)_auto_15rem]">
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
          onChange={({ currentTarget: { value } }) => {
            const chosen = IMPORT_FIELDS.find((one) => one === value) ?? null;
            onChange({ ...choices, mapping: mapping.map((one, at) => (at === index ? chosen : one)) });
          }}
        >
          <option value="">{strings.noField}</option>
          {IMPORT_FIELDS.map((one) => (
            <option key={one} value={one}>
              {strings.fields[one]}
            </option>
          ))}
        </SelectField>
      </div>
      {rivals && (
        <label className="flex w-fit items-start gap-2 text-sm pointer-coarse:py-2">
          <input
            type="radio"
            name={rivals.field}
            checked={rivals.winner === index}
            onChange={() => onChange({ ...choices, prefer: { ...prefer, [rivals.field]: index } })}
            className="mt-0.5 size-4 shrink-0 accent-petrol"
          />
          <span>
            <span className="font-medium">{strings.countsAs(strings.fields[rivals.field])}</span>
            <span className="sr-only">«{head}»</span>
            {rivals.winner !== index && <span className="text-ink-soft"> {strings.losesTo}</span>}
          </span>
        </label>
      )}
      {read && (
        <ColumnValues
          draft={draft}
          {...read}
          onChoose={(text, value) =>
            onChange({
              ...choices,
              values: { ...values, [read.field]: { ...values?.[read.field], [text]: value } },
            })
          }
        />
      )}
    </li>
  );
}
