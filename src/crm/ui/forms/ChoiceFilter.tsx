import { ChoiceOptions } from './ChoiceOptions';
import { SelectField } from './Field';

/** A filter with a few known values; the first option, `all`, removes the filter. */
export function ChoiceFilter<Value extends string>({
  label,
  all,
  options,
  names,
  value,
  onChoose,
}: {
  label: string;
  all: string;
  options: readonly Value[];
  /** Value labels; by default the values themselves. */
  names?: Record<Value, string>;
  value: Value | undefined;
  onChoose: (value: Value | undefined) => void;
}) {
  return (
    <SelectField
      label={label}
      value={value ?? ''}
      onChange={({ target }) => onChoose(options.find((option) => option === target.value))}
    >
      <ChoiceOptions all={all} options={options} names={names} />
    </SelectField>
  );
}
