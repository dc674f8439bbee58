import { COMPANY_LIMITS } from '~/shared/companies/schema';
import { LEAD_COUNTRIES } from '~/shared/leads/enums';
import { companyStrings } from '~/shared/strings/companies';
import { InputField, SelectField } from '../ui/forms/Field';
import type { FormField } from './PersonFields';

type Props = {
  field: FormField;
  /** What the form begins with, and what is stored. */
  countries: readonly (string | null | undefined)[];
  autoFocus: boolean;
};

/** An agency's name and country. Offers the leads' countries, plus the stored one if it is another. */
export function CompanyFields({ field, countries, autoFocus }: Props) {
  const { name, error, defaultValue } = field('country');
  return (
    <>
      <InputField
        data-autofocus={autoFocus || undefined}
        label={companyStrings.fields.name}
        {...field('name')}
        required
        maxLength={COMPANY_LIMITS.name}
        autoComplete="off"
      />
      <SelectField label={companyStrings.fields.country} {...{ name, error, defaultValue }}>
        <option value="">{companyStrings.noCountry}</option>
        {[...new Set([...LEAD_COUNTRIES, ...countries.filter(Boolean)])].map((country) => (
          <option key={country} value={country ?? ''}>
            {country}
          </option>
        ))}
      </SelectField>
    </>
  );
}
