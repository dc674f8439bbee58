import { useId } from 'react';
import { ChoiceOptions } from '../../ui/forms/ChoiceOptions';
import { useEarlyChange } from '../../ui/forms/useEarlyChange';

/** A filter with a few known values. Its first option, `all`, removes it. */
export function FilterSelect<Value extends string>({
  label,
  all,
  options,
  names,
  value,
  className = '',
  onChoose,
}: {
  label: string;
  all: string;
  options: readonly Value[];
  /** The values' labels; without them the values are shown as they are. */
  names?: Record<Value, string>;
  value: Value | undefined;
  className?: string;
  onChoose: (value: Value | undefined) => void;
}) {
  const id = useId();
  const choose = ({ target }: { target: HTMLSelectElement }) =>
    onChoose(options.find((option) => option === target.value));
  useEarlyChange(id, choose);
  return (
    <div className={`filter-select ${className}`}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value ?? ''} onChange={choose} data-set={value !== undefined || undefined}>
        <ChoiceOptions all={all} options={options} names={names} />
      </select>
    </div>
  );
}
