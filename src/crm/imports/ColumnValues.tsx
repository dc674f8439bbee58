import type { ImportDraft, ValueField } from '~/shared/imports/import';
import { CLIENT_TYPES, LEAD_COUNTRIES, LEAD_STATUSES } from '~/shared/leads/enums';
import { PLANS } from '~/shared/leads/plans';
import { describeLeadValue } from '~/shared/leads/values';
import { importStrings as strings } from '~/shared/strings/imports';
import { Badge } from '../ui/Badge';
import { SelectField } from '../ui/forms/Field';
import { Icon } from '../ui/Icon';
import type { MeantText } from './choices';
import { Fold } from './Fold';

type Choose = (text: string, value: string | null) => void;

/** Meanings of a column's texts: unknown ones are asked, the others folded. */
export function ColumnValues({
  draft,
  field,
  texts,
  onChoose,
}: {
  draft: ImportDraft;
  field: ValueField;
  texts: MeantText[] | null;
  onChoose: Choose;
}) {
  if (!texts) return <p className="text-sm text-ink-soft">{strings.manyTexts}</p>;
  const asked = texts.filter(({ isAsked }) => isAsked);
  const known = texts.filter(({ isAsked }) => !isAsked);
  const options = optionsOf(field, draft.staff);
  const list = (some: MeantText[]) => (
    <ul className="grid gap-2">
      {some.map((one) => (
        <Value key={one.text} {...one} field={field} options={options} onChoose={onChoose} />
      ))}
    </ul>
  );
  return (
    <>
      {asked.length > 0 && (
        <>
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-soft">
            {strings.distinct(texts.length)} <Badge tone="waiting">{strings.toDecide(asked.length)}</Badge>
            {field === 'estado' && strings.emptyIsNew}
          </p>
          {list(asked)}
        </>
      )}
      {known.length > 0 && (
        <Fold summary={asked.length > 0 ? strings.knownToo(known.length) : strings.knownAll(known.length)}>
          {list(known)}
        </Fold>
      )}
    </>
  );
}

function Value({
  text,
  value,
  field,
  options,
  onChoose,
}: MeantText & { field: ValueField; options: readonly (readonly [string, string])[]; onChoose: Choose }) {
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 sm:grid sm:grid-cols-[minmax(0,1fr)_auto_15rem] sm:gap-x-4">
      <span aria-hidden="true" className="min-w-0 flex-[1_1_5rem] wrap-anywhere">
        «{text}»
      </span>
      <Icon name="next" className="size-4 text-ink-faint max-sm:hidden" />
      <div className="flex-[0_1_9.75rem]">
        <SelectField
          label={strings.textOf(text, strings.fields[field])}
          hideLabel
          value={value ?? ''}
          onChange={({ currentTarget }) => onChoose(text, currentTarget.value || null)}
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
  );
}

/** Possible meanings of a text, with their labels. */
function optionsOf(field: ValueField, staff: ImportDraft['staff']): (readonly [string, string])[] {
  if (field === 'owner') return staff.map(({ id, name }) => [id, name]);
  const ids = {
    estado: LEAD_STATUSES,
    pais: LEAD_COUNTRIES,
    plan: PLANS.map(({ id }) => id),
    client_type: CLIENT_TYPES,
  }[field];
  return ids.map((id) => [id, describeLeadValue(field, id)]);
}
