import { useState } from 'react';
import { emailSchema } from '~/shared/accounts/schema';
import { accountStrings } from '~/shared/strings/accounts/accounts';
import { post } from '../api-client';
import { Button } from '../ui/Button';
import { useForm } from '../ui/forms/useForm';
import { AccountHeading, BackToSignIn, EmailField, MailNote } from './parts';

const { recover } = accountStrings;

/** Requests a password reset link. The answer does not reveal whether the account exists. */
export function RecoverForm() {
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const { field, busy, submit } = useForm(emailSchema, async ({ email }) => {
    await post('/api/auth/recover', { email });
    setMailedTo(email);
  });

  return (
    <div className="grid gap-5">
      {mailedTo ? (
        <div role="status" className="grid gap-4">
          <AccountHeading title={recover.done}>{recover.doneText(mailedTo)}</AccountHeading>
          <MailNote />
        </div>
      ) : (
        <form method="post" onSubmit={submit} className="grid gap-4">
          <AccountHeading title={recover.title}>{recover.text}</AccountHeading>
          <EmailField {...field('email')} />
          <Button type="submit" look="primary" busyLabel={busy && accountStrings.sending} className="w-full">
            {recover.submit}
          </Button>
        </form>
      )}
      <BackToSignIn />
    </div>
  );
}
