import type { Company } from '~/shared/companies/company';
import { COMPANY_LIMITS } from '~/shared/companies/schema';
import type { FieldErrors } from '~/shared/errors';
import { LEAD_COUNTRIES } from '~/shared/leads/enums';
import { companyStrings } from '~/shared/strings/companies';
import { InputField, SelectField } from '../ui/forms/Field';

type Props = {
  errors: FieldErrors;
  /** The initial values; empty for a new agency. */
  company?: Partial<Pick<Company, 'name' | 'country'>>;
  original?: string;
  autoFocus: boolean;
};

/** An agency's name and country. Offers the leads' countries, plus the stored one if it is another. */
export function CompanyFields({ errors, company, original, autoFocus }: Props) {
  const country = company?.country ?? '';
  const stored = [country, original ?? ''].filter((name) => name !== '');
  const others = new Set(stored.filter((name) => !LEAD_COUNTRIES.some((known) => known === name)));
  return (
    <>
      <InputField
        data-autofocus={autoFocus || undefined}
        label={companyStrings.fields.name}
        name="name"
        required
        maxLength={COMPANY_LIMITS.name}
        autoComplete="off"
        defaultValue={company?.name}
        error={errors.name}
      />
      <SelectField label={companyStrings.fields.country} name="country" defaultValue={country} error={errors.country}>
        <option value="">{companyStrings.noCountry}</option>
        {[...LEAD_COUNTRIES, ...others].map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </SelectField>
    </>
  );
}
