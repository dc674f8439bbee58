import { COMPANY_LIMITS } from '~/shared/companies/schema';
import type { FieldErrors } from '~/shared/errors';
import type { Fields } from '../ui/drafts/read-draft';
import { InputField } from '../ui/forms/Field';

type Props = {
  labels: { name: string; email: string };
  /** Prefix of the field names. */
  part?: `${string}.` | '';
  values: Fields;
  errors: FieldErrors;
  autoFocus?: boolean;
};

/** Name and email of somebody at an agency. */
export function PersonFields({ labels, part = '', values, errors, autoFocus = false }: Props) {
  const [name, email] = [`${part}name`, `${part}email`];
  return (
    <>
      <InputField
        autoFocus={autoFocus}
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
