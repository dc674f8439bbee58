import { CheckboxField } from '~/crm/ui/forms/Field';
import { NewPasswordField } from '~/crm/ui/forms/PasswordField';
import { endsInFile } from '~/crm/ui/mail-place';
import { ADMIN_PASSWORD_LENGTH, INITIAL_PASSWORD_DAYS } from '~/shared/accounts/schema';
import { coordinatorStrings } from '~/shared/strings/companies';
import { type FormField, PersonFields } from '../PersonFields';

type Props = {
  /** The field to begin with, if it is one of these. */
  autoFocus: 'name' | 'password' | null;
  /** Prefix of the field names. */
  part?: `${string}.` | '';
  field: FormField;
};

/**
 * A new coordinator's name, email and initial password, and whether to send an access link, which needs no password.
 */
export function CoordinatorFields({ autoFocus, part = '', field }: Props) {
  const { name, error } = field(`${part}password`);
  return (
    <>
      <PersonFields {...{ part, field }} labels={coordinatorStrings.fields} autoFocus={autoFocus === 'name'} />
      <NewPasswordField
        data-autofocus={autoFocus === 'password' || undefined}
        {...{ name, error }}
        label={coordinatorStrings.fields.password}
        minLength={ADMIN_PASSWORD_LENGTH}
        hint={coordinatorStrings.passwordHint(INITIAL_PASSWORD_DAYS)}
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
