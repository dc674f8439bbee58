import type { FieldErrors } from '~/shared/errors';
import type { Lead } from '~/shared/leads/lead';
import { leadFields, unset } from '~/shared/strings/lead/fields';
import { InputField, SelectField } from '../../ui/forms/Field';

type Props = {
  errors: FieldErrors;
  countries: readonly string[];
  /** The initial values. */
  values: Partial<Record<keyof Lead, string>>;
  /** Labels of the required fields; each form words them differently. */
  labels: { nombre: string; email: string };
};

/** The inputs for a lead's name and contact data. */
export function ContactFields({ errors, countries, values, labels }: Props) {
  return (
    <>
      <InputField
        data-autofocus
        label={labels.nombre}
        name="nombre"
        required
        maxLength={120}
        autoComplete="off"
        defaultValue={values.nombre}
        error={errors.nombre}
      />
      <InputField
        label={labels.email}
        name="email"
        type="email"
        required
        maxLength={254}
        autoComplete="off"
        defaultValue={values.email}
        error={errors.email}
      />
      <InputField
        label={leadFields.whatsapp}
        name="whatsapp"
        type="tel"
        maxLength={32}
        autoComplete="off"
        defaultValue={values.whatsapp}
        error={errors.whatsapp}
      />
      <SelectField label={leadFields.pais} name="pais" defaultValue={values.pais} error={errors.pais}>
        <option value="">{unset}</option>
        {countries.map((country) => (
          <option key={country}>{country}</option>
        ))}
      </SelectField>
    </>
  );
}
