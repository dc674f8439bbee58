import type { RefObject } from 'react';
import { COMPANY_LIMITS } from '~/shared/companies/schema';
import type { FieldErrors } from '~/shared/errors';
import { InputField } from '../ui/forms/Field';
import type { Fields } from '../ui/forms/kept-drafts';

/** Name and email of somebody at an agency. */
export function PersonFields({
  first,
  labels,
  part = '',
  values,
  errors,
}: {
  first?: RefObject<HTMLInputElement | null>;
  labels: { name: string; email: string };
  /** Prefix of the field names. */
  part?: `${string}.` | '';
  /** Their initial values. */
  values: Fields;
  errors: FieldErrors;
}) {
  const [name, email] = [`${part}name`, `${part}email`];
  return (
    <>
      <InputField
        ref={first}
        label={labels.name}
        name={name}
        required
        maxLength={COMPANY_LIMITS.name}
        autoComplete="off"
        defaultValue={values[name]}
        error={errors[name]}
      />
      <InputField
        label={labels.email}
        name={email}
        type="email"
        required
        maxLength={COMPANY_LIMITS.email}
        autoComplete="off"
        defaultValue={values[email]}
        error={errors[email]}
      />
    </>
  );
}
