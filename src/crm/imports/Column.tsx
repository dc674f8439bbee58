import {
  IMPORT_FIELDS,
  type ImportChoices,
  type ImportDraft,
  listMeanings,
  type ValueField,
} from '~/shared/imports/import';
import { describeLeadValue } from '~/shared/leads/values';
import { importStrings as strings } from '~/shared/strings/imports';
import { Badge } from '../ui/Badge';
import { Disclosure } from '../ui/Disclosure';
import { SelectField } from '../ui/forms/Field';
import { Icon } from '../ui/Icon';
import { findCompetingColumns, readTexts, type TextMeaning } from './choices';

const EXAMPLES = 3;

type Props = {
  draft: ImportDraft;
  choices: ImportChoices;
  index: number;
  onChange: (choices: ImportChoices) => void;
};

/** A column's field; whether it counts, if another has the same; and what its texts mean. */
export function Column({ draft, choices, index, onChange }: Props) {
  const { mapping, values, prefer } = choices;
  const head = draft.columns[index] ?? '';
  const field = mapping[index] ?? null;
  const examples = draft.sample.map((cells) => cells[index]?.trim() ?? '').filter((cell) => cell !== '');
  const rivals = findCompetingColumns(draft, choices, index);
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
              values: { ...values, [read.field]: { ...values[read.field], [text]: value } },
            })
          }
        />
      )}
    </li>
  );
}

type ColumnValuesProps = {
  draft: ImportDraft;
  field: ValueField;
  texts: TextMeaning[] | null;
  onChoose: (text: string, value: string | null) => void;
};

/** Meanings of a column's texts: unknown ones are asked, the others folded. */
function ColumnValues({ draft, field, texts, onChoose }: ColumnValuesProps) {
  if (!texts) return <p className="text-sm text-ink-soft">{strings.manyTexts}</p>;
  const asked = texts.filter(({ isAsked }) => isAsked);
  const known = texts.filter(({ isAsked }) => !isAsked);
  const options =
    listMeanings(field)?.map((id) => [id, describeLeadValue(field, id)] as const) ??
    draft.staff.map(({ id, name }) => [id, name] as const);
  const list = (some: TextMeaning[]) => (
    <ul className="grid gap-2">
      {some.map((one) => (
        <li
          key={one.text}
          className="flex flex-wrap items-center gap-x-2 gap-y-1 sm:grid sm:grid-cols-[minmax(0,1fr)_auto_15rem] sm:gap-x-4"
        >
          <span aria-hidden="true" className="min-w-0 flex-[1_1_5rem] wrap-anywhere">
            «{one.text}»
          </span>
          <Icon name="next" className="size-4 text-ink-faint max-sm:hidden" />
          <div className="flex-[0_1_9.75rem]">
            <SelectField
              label={strings.textOf(one.text, strings.fields[field])}
              hideLabel
              value={one.value ?? ''}
              onChange={({ currentTarget }) => onChoose(one.text, currentTarget.value || null)}
            >
              <option value="">{strings.leaveEmpty}</option>
              {options.map(([id, name]) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          </div>
        </li>
      ))}
    </ul>
  );
  return (
    <>
      {asked.length > 0 && (
        <>
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-soft">
            {strings.distinct(texts.length)} <Badge tone="waiting">{strings.toDecide(asked.length)}</Badge>
            {field === 'estado' ? strings.emptyIsNew : strings.emptyIsNoted}
          </p>
          {list(asked)}
        </>
      )}
      {known.length > 0 && (
        <Disclosure summary={asked.length > 0 ? strings.knownToo(known.length) : strings.knownAll(known.length)}>
          {list(known)}
        </Disclosure>
      )}
    </>
  );
}
