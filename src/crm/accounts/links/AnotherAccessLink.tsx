import { useState } from 'react';
import { Button } from '~/crm/ui/Button';
import { useForm } from '~/crm/ui/forms/useForm';
import { emailSchema } from '~/shared/accounts/schema';
import { accountStrings } from '~/shared/strings/accounts/accounts';
import { requestAccessLink } from '../account-api';
import { EmailField } from '../EmailField';

const { access, reset } = accountStrings;

/** Requests another access link. The answer does not reveal whether the account exists. */
export function AnotherAccessLink() {
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const { errors, busy, submit } = useForm(emailSchema, async ({ email }) => {
    await requestAccessLink(email);
    setMailedTo(email);
  });

  if (mailedTo) return <p role="status">{access.anotherSent(mailedTo)}</p>;
  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      <p>{access.another}</p>
      <EmailField error={errors.email} />
      <Button type="submit" look="primary" busyLabel={busy && accountStrings.sending} className="w-full">
        {reset.askAnother}
      </Button>
    </form>
  );
}
