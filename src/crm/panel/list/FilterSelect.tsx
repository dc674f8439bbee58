import { useId } from 'react';
import { ChoiceOptions } from '../../ui/forms/ChoiceOptions';
import { useEarlyChange } from '../../ui/forms/useEarlyChange';
import { Icon } from '../../ui/Icon';

/**
 * A filter with a few known values; the first option, `all`, removes it. On a large window only its name is drawn: what is
 * chosen is said by its chip.
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
  /** The values' labels; without them the values are shown as they are. */
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
