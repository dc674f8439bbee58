import { type ReactNode, useId } from 'react';
import { JustChanged } from '../presence/recent-acts';

type FactProps = {
  name: string;
  /** Said instead of the name, by which changes know it. */
  label?: string | undefined;
  id?: string;
  /** Below it, in full width. */
  below?: ReactNode;
  children: ReactNode;
};

/** One of a lead's facts: its name, and its value or the control with `id` that it labels. */
export function FactFrame({ name, label = name, id, below, children }: FactProps) {
  return (
    <div className="fact">
      <dt>
        {id ? (
          <label id={`${id}-name`} htmlFor={id}>
            {label}
          </label>
        ) : (
          label
        )}{' '}
        <JustChanged name={name} />
      </dt>
      <dd>{children}</dd>
      {below && <dd className="fact-below">{below}</dd>}
    </div>
  );
}

type ChosenFactProps = Pick<FactProps, 'name' | 'label'> & {
  value: string | null;
  beside?: ReactNode;
  /** Null for the empty option. */
  onChoose: (value: string | null) => void;
  children: ReactNode;
};

/** A fact that is chosen; `children` are the options, and `beside` stands at its right. */
export function ChosenFact({ value, beside, onChoose, children, ...names }: ChosenFactProps) {
  const id = useId();
  return (
    <FactFrame {...names} id={id}>
      <div className="flex flex-wrap items-center gap-x-4">
        <select
          id={id}
          value={value ?? ''}
          onChange={({ target }) => onChoose(target.value || null)}
          className="fact-value"
        >
          {children}
        </select>
        {beside}
      </div>
    </FactFrame>
  );
}
