import { SelectField } from './Field';

/** A filter over a few known values; its first option, `all`, takes it off. */
export function ChoiceFilter<Value extends string>({
  label,
  all,
  options,
  names,
  value,
  onChoose,
  className,
}: {
  label: string;
  all: string;
  options: readonly Value[];
  /** What the values are called; they themselves where it is not given. */
  names?: Record<Value, string>;
  value: Value | undefined;
  onChoose: (value: Value | undefined) => void;
  className?: string;
}) {
  return (
    <SelectField
      label={label}
      value={value ?? ''}
      onChange={({ target }) => onChoose(options.find((option) => option === target.value))}
      className={className}
    >
      <option value="">{all}</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {names ? names[option] : option}
        </option>
      ))}
    </SelectField>
  );
}
