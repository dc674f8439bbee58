import type { Fields } from '~/crm/ui/drafts/read-draft';
import { CheckboxField } from '~/crm/ui/forms/Field';
import { NewPasswordField } from '~/crm/ui/forms/PasswordField';
import { endsInFile } from '~/crm/ui/mail-place';
import { ADMIN_PASSWORD_LENGTH, INITIAL_PASSWORD_DAYS } from '~/shared/accounts/schema';
import type { FieldErrors } from '~/shared/errors';
import { coordinatorStrings } from '~/shared/strings/companies';
import { PersonFields } from '../PersonFields';

type Props = {
  /** The field to begin with, if it is one of these. */
  autoFocus: 'name' | 'password' | null;
  /** Prefix of the field names. */
  part?: `${string}.` | '';
  values: Fields;
  errors: FieldErrors;
};

/**
 * A new coordinator's name, email and initial password, and whether to send an access link, which needs no password.
 */
export function CoordinatorFields({ autoFocus, part = '', values, errors }: Props) {
  return (
    <>
      <PersonFields
        part={part}
        labels={coordinatorStrings.fields}
        values={values}
        errors={errors}
        autoFocus={autoFocus === 'name'}
      />
      <NewPasswordField
        data-autofocus={autoFocus === 'password' || undefined}
        name={`${part}password`}
        label={coordinatorStrings.fields.password}
        minLength={ADMIN_PASSWORD_LENGTH}
        hint={coordinatorStrings.passwordHint(INITIAL_PASSWORD_DAYS)}
        error={errors[`${part}password`]}
      />
      <CheckboxField
        label={coordinatorStrings.provision}
        hint={endsInFile('access') ? coordinatorStrings.provisionFiledHint : coordinatorStrings.provisionHint}
        name={`${part}provisionInCRM`}
        defaultChecked
      />
    </>
  );
}
