import type { PushStart } from '~/shared/notices/push';
import { changeNoticesSchema } from '~/shared/notices/schema';
import type { OwnNotices as Notices } from '~/shared/notices/settings';
import { noticeStrings as strings } from '~/shared/strings/notices/settings';
import { callApi, patch } from '../api-client';
import { Button } from '../ui/Button';
import { CheckboxField } from '../ui/forms/Field';
import { useForm } from '../ui/forms/useForm';
import { useRefetch } from '../ui/reading/useRefetch';
import { showToast } from '../ui/toasts/toasts';
import { EmailChoices } from './fields';
import { PushSwitch } from './PushSwitch';

const PATH = '/api/account/notices';

type Props = {
  initial: Notices | null;
  push: PushStart | null;
  isAdmin: boolean;
};

/**
 * 'Avisos' of one's account, under the page's heading `avisos`. `initial` is null if the server could not read them.
 */
export function OwnNotices({ initial, push, isAdmin }: Props) {
  const { value, failure } = useRefetch(initial, () => callApi<Notices>(PATH), strings.loadFailed);
  return (
    <section aria-labelledby="avisos" className="plate p-5">
      {failure}
      {value && <NoticesForm key={JSON.stringify(value)} notices={value} isAdmin={isAdmin} />}
      {value && push && <PushSwitch start={push} />}
    </section>
  );
}

const SWITCHES = ['weekly', 'troubles', 'push'] as const;

function NoticesForm({ notices, isAdmin }: { notices: Notices; isAdmin: boolean }) {
  const switches = SWITCHES.filter((name) => isAdmin || name !== 'troubles');
  const { busy, settle, submit } = useForm(
    changeNoticesSchema,
    async (change) => {
      await patch(PATH, change);
      showToast({ tone: 'success', text: strings.saved });
      settle();
    },
    { extra: (form) => Object.fromEntries(switches.map((name) => [name, form.has(name)])) },
  );
  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      <EmailChoices legend={strings.byMail} chosen={notices.email} />
      {switches.map((name) => (
        <CheckboxField key={name} label={strings.switches[name]} name={name} defaultChecked={notices[name]} />
      ))}
      <div>
        <Button type="submit" busyLabel={busy && strings.saving}>
          {strings.save}
        </Button>
      </div>
    </form>
  );
}
