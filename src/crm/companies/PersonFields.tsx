import type { ComponentProps } from 'react';
import { COMPANY_LIMITS } from '~/shared/companies/schema';
import { InputField } from '../ui/forms/Field';

/** Of `useDraftForm`: the props that make an input a field of the form. */
export type FormField = (name: string) => Partial<ComponentProps<typeof InputField>>;

type Props = {
  labels: { name: string; email: string };
  /** Prefix of the field names. */
  part?: `${string}.` | '';
  field: FormField;
  autoFocus?: boolean;
};

/** Name and email of somebody at an agency. */
export function PersonFields({ labels, part = '', field, autoFocus = false }: Props) {
  return (
    <>
      <InputField
        autoFocus={autoFocus}
        label={labels.name}
        {...field(`${part}name`)}
        required
        maxLength={COMPANY_LIMITS.name}
        autoComplete="off"
      />
      <InputField
        label={labels.email}
        {...field(`${part}email`)}
        type="email"
        required
        maxLength={COMPANY_LIMITS.email}
        autoComplete="off"
      />
    </>
  );
}
