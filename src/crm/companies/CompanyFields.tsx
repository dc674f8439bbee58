import { type RefObject, useId } from 'react';
import type { Company } from '~/shared/companies/company';
import { COMPANY_LIMITS } from '~/shared/companies/schema';
import type { FieldErrors } from '~/shared/errors';
import { LEAD_COUNTRIES } from '~/shared/leads/lead';
import { companyStrings } from '~/shared/strings/companies';
import { InputField } from '../ui/forms/Field';

/** An agency's name and country; the usual countries are suggested. */
export function CompanyFields({
  first,
  errors,
  company,
}: {
  first: RefObject<HTMLInputElement | null>;
  errors: FieldErrors;
  /** The initial values; empty for a new agency. */
  company?: Partial<Pick<Company, 'name' | 'country'>>;
}) {
  const listId = useId();
  return (
    <>
      <InputField
        ref={first}
        label={companyStrings.fields.name}
        name="name"
        required
        maxLength={COMPANY_LIMITS.name}
        autoComplete="off"
        defaultValue={company?.name}
        error={errors.name}
      />
      <InputField
        label={companyStrings.fields.country}
        name="country"
        list={listId}
        maxLength={COMPANY_LIMITS.country}
        autoComplete="off"
        defaultValue={company?.country ?? ''}
        error={errors.country}
      />
      <datalist id={listId}>
        {LEAD_COUNTRIES.filter((country) => country !== 'Otro').map((country) => (
          <option key={country} value={country} />
        ))}
      </datalist>
    </>
  );
}
