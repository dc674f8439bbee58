import { useState } from 'react';
import { makeKey } from '~/crm/ui/drafts/drafts';
import { CheckboxField } from '~/crm/ui/forms/Field';
import { NewPasswordField } from '~/crm/ui/forms/PasswordField';
import { endsInFile } from '~/crm/ui/mail-place';
import { ADMIN_PASSWORD_LENGTH, INITIAL_PASSWORD_DAYS } from '~/shared/accounts/schema';
import { coordinatorStrings as strings } from '~/shared/strings/companies';
import { type FormField, PersonFields } from '../PersonFields';

type Props = {
  autoFocus?: boolean;
  /** Prefix of the field names. */
  part?: `${string}.` | '';
  field: FormField;
};

/**
 * A new coordinator's name and email, and whether to send an access link. With one nobody needs the initial password:
 * it is made up, and folded.
 */
export function CoordinatorFields({ autoFocus = false, part = '', field }: Props) {
  const [hasLink, setLink] = useState(true);
  const [madeUp] = useState(makeKey);
  const { name, error } = field(`${part}password`);
  const password = (
    <NewPasswordField
      {...{ name, error }}
      defaultValue={hasLink ? madeUp : ''}
      label={strings.fields.password}
      minLength={ADMIN_PASSWORD_LENGTH}
      hint={strings.passwordHint(INITIAL_PASSWORD_DAYS)}
    />
  );
  return (
    <>
      <PersonFields {...{ part, field, autoFocus }} labels={strings.fields} />
      <CheckboxField
        label={strings.provision}
        hint={endsInFile('access') ? strings.provisionFiledHint : strings.provisionHint}
        name={`${part}provisionInCRM`}
        checked={hasLink}
        onChange={({ target }) => setLink(target.checked)}
      />
      {hasLink ? (
        <details>
          <summary className="mb-2 w-fit text-sm text-ink-soft">{strings.passwordMadeUp}</summary>
          {password}
        </details>
      ) : (
        password
      )}
    </>
  );
}
