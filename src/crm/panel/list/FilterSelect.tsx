import { useId } from 'react';
import { ChoiceOptions } from '../../ui/forms/ChoiceOptions';
import { useEarlyChange } from '../../ui/forms/useEarlyChange';
import { Icon } from '../../ui/Icon';

/**
 * A filter with a few known values; the first option, `all`, removes it. Large windows draw only its name: its chip
 * shows the value.
 */
export function FilterSelect<Value extends string>({
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
  const id = useId();
  const choose = ({ target }: { target: HTMLSelectElement }) =>
    onChoose(options.find((option) => option === target.value));
  useEarlyChange(id, choose);
  return (
    <div className="filter-select">
      <label htmlFor={id}>{label}</label>
      <Icon name="chevron" className="size-4" />
      <select id={id} value={value ?? ''} onChange={choose}>
        <ChoiceOptions all={all} options={options} names={names} />
      </select>
    </div>
  );
}
