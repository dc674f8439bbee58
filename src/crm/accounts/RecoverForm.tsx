import { type ReactNode, useState } from 'react';
import { emailSchema } from '~/shared/accounts/schema';
import { accountStrings } from '~/shared/strings/accounts/accounts';
import { post } from '../api-client';
import { useForm } from '../ui/forms/useForm';
import { AccountHeading, BackToSignIn, EmailField, MailNote, Submit } from './parts';

const { recover } = accountStrings;

/** Requests a password reset link. */
export function RecoverForm() {
  return (
    <div className="grid gap-5">
      <OrderLink
        path="/api/auth/recover"
        before={<AccountHeading title={recover.title}>{recover.text}</AccountHeading>}
        submit={recover.submit}
        after={(email) => <AccountHeading title={recover.done}>{recover.doneText(email)}</AccountHeading>}
      />
      <BackToSignIn />
    </div>
  );
}

type OrderLinkProps = {
  path: string;
  before: ReactNode;
  submit: string;
  after: (email: string) => ReactNode;
};

/** Orders a link by mail. The answer does not reveal whether the account exists. */
export function OrderLink({ path, before, submit: label, after }: OrderLinkProps) {
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const { field, busy, submit } = useForm(emailSchema, async ({ email }) => {
    await post(path, { email });
    setMailedTo(email);
  });

  if (mailedTo)
    return (
      <div role="status" className="grid gap-4">
        {after(mailedTo)}
        <MailNote />
      </div>
    );
  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      {before}
      <EmailField {...field('email')} />
      <Submit busyLabel={busy && accountStrings.sending}>{label}</Submit>
    </form>
  );
}
