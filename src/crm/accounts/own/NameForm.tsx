import { patch } from '~/crm/api-client';
import { Button } from '~/crm/ui/Button';
import { useForm } from '~/crm/ui/forms/useForm';
import { showToast } from '~/crm/ui/toasts/toasts';
import type { SessionUser } from '~/shared/accounts/account';
import { changeNameSchema } from '~/shared/accounts/schema';
import { accountStrings } from '~/shared/strings/accounts/accounts';
import { NameField } from '../parts';

/** Changes one's own name; the email is only shown. */
export function NameForm({ user }: { user: SessionUser }) {
  const { field, busy, settle, submit } = useForm(changeNameSchema, async ({ name }) => {
    await patch('/api/account', { name });
    showToast({ tone: 'success', text: accountStrings.profile.nameSaved });
    settle();
  });

  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      <NameField defaultValue={user.name} {...field('name')} />
      <p className="text-ink-soft">
        {accountStrings.emailLabel}: <span className="text-ink wrap-anywhere">{user.email}</span>
      </p>
      <div>
        <Button type="submit" busyLabel={busy && accountStrings.saving}>
          {accountStrings.save}
        </Button>
      </div>
    </form>
  );
}
