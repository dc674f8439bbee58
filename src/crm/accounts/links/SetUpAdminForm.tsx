import { post } from '~/crm/api-client';
import { Button } from '~/crm/ui/Button';
import { NewPasswordField } from '~/crm/ui/forms/PasswordField';
import { useForm } from '~/crm/ui/forms/useForm';
import { ADMIN_PASSWORD_LENGTH, setUpAdminSchema } from '~/shared/accounts/schema';
import { accountStrings } from '~/shared/strings/accounts/accounts';
import { AccountHeading, EmailField, FormAlert, NameField } from '../parts';
import { readLinkToken, useLinkToken } from './link-token';

const { setup } = accountStrings;

/** Creates the first administrator with the one-time code in the URL fragment. */
export function SetUpAdminForm() {
  const token = useLinkToken();
  const { errors, field, busy, submit } = useForm(
    setUpAdminSchema,
    async (account) => {
      await post('/api/auth/setup', account);
      location.assign('/panel');
    },
    { extra: () => ({ token: readLinkToken() }) },
  );

  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      <AccountHeading title={setup.title}>{setup.text}</AccountHeading>
      {(token === '' || errors.token) && <FormAlert>{errors.token ?? setup.missingToken}</FormAlert>}
      <NameField {...field('name')} />
      <EmailField {...field('email')} />
      <NewPasswordField minLength={ADMIN_PASSWORD_LENGTH} {...field('password')} />
      <Button type="submit" look="primary" busyLabel={busy && setup.submitting} className="mt-2 w-full">
        {setup.submit}
      </Button>
    </form>
  );
}
