import type { ReactNode } from 'react';
import { teamNoticesSchema } from '~/shared/notices/schema';
import type { TeamNotices } from '~/shared/notices/settings';
import { noticeStrings } from '~/shared/strings/notices/settings';
import { callApi, patch } from '../api-client';
import { Button } from '../ui/Button';
import { InputField } from '../ui/forms/Field';
import { useForm } from '../ui/forms/useForm';
import { useRefetch } from '../ui/reading/useRefetch';
import { showToast } from '../ui/toasts/toasts';
import { EmailChoices } from './fields';

const { team: strings } = noticeStrings;
const PATH = '/api/team/notices';

/** Team-wide notice settings, for administrators. `initial` is null if the server could not read them. */
export function TeamNoticesScreen({ initial }: { initial: TeamNotices | null }) {
  const { value, failure } = useRefetch(initial, () => callApi<TeamNotices>(PATH), noticeStrings.loadFailed);
  return value ? <TeamNoticesForm key={JSON.stringify(value)} settings={value} /> : failure;
}

function TeamNoticesForm({ settings }: { settings: TeamNotices }) {
  const { field, busy, settle, submit } = useForm(
    teamNoticesSchema,
    async (input) => {
      await patch(PATH, input);
      showToast({ tone: 'success', text: noticeStrings.saved });
      settle();
    },
    { extra: (form) => ({ days: form.getAll('days').map(Number) }) },
  );
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5 xl:grid-cols-2">
      <Section id="correo" title={strings.defaultTitle} text={strings.defaultText}>
        <EmailChoices legend={strings.defaultTitle} hideLegend chosen={settings.email} />
      </Section>
      <Section id="horario" title={strings.hoursTitle} text={strings.hoursText}>
        <Days chosen={settings.days} />
        <div className="grid grid-cols-2 gap-4 sm:grid-cols-[8.5rem_8.5rem]">
          <InputField label={strings.opens} {...field('opens')} type="time" required defaultValue={settings.opens} />
          <InputField label={strings.closes} {...field('closes')} type="time" required defaultValue={settings.closes} />
        </div>
        <p className="text-sm text-ink-soft">{strings.zone(settings.zone.replaceAll('_', ' '))}</p>
      </Section>
      <Section id="insistir" title={strings.insistTitle} text={strings.insistText} className="xl:col-span-2">
        <div className="grid gap-4 sm:grid-cols-2">
          {MINUTES.map(({ name, max }) => (
            <InputField
              key={name}
              label={strings[name]}
              {...field(name)}
              type="number"
              inputMode="numeric"
              min={1}
              max={max}
              required
              defaultValue={settings[name]}
              trailing={<span className="pr-2 text-sm text-ink-faint">{strings.minutes}</span>}
            />
          ))}
        </div>
      </Section>
      <div className="xl:col-span-2">
        <Button type="submit" look="primary" busyLabel={busy && noticeStrings.saving}>
          {noticeStrings.save}
        </Button>
      </div>
    </form>
  );
}

const MINUTES = [
  { name: 'insist_after', max: 240 },
  { name: 'alarm_after', max: 480 },
] as const;

type SectionProps = { id: string; title: string; text: string; className?: string; children: ReactNode };

function Section({ id, title, text, className = '', children }: SectionProps) {
  return (
    <section aria-labelledby={id} className={`plate grid content-start gap-4 p-5 ${className}`}>
      <div>
        <h2 id={id} className="text-xl leading-tight">
          {title}
        </h2>
        <p className="mt-1 text-ink-soft">{text}</p>
      </div>
      {children}
    </section>
  );
}

function Days({ chosen }: { chosen: readonly number[] }) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium text-ink-soft">{strings.days}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8rem),1fr))] gap-2">
        {strings.dayNames.map((name, index) => (
          <label
            key={name}
            className="flex min-h-10 cursor-pointer items-center gap-2 rounded-lg border border-sand-line px-3 capitalize has-checked:border-petrol has-checked:bg-sand pointer-coarse:min-h-11"
          >
            <input
              type="checkbox"
              name="days"
              value={index + 1}
              defaultChecked={chosen.includes(index + 1)}
              className="size-4 accent-petrol"
            />
            {name}
          </label>
        ))}
      </div>
      <p className="mt-1 text-sm text-ink-faint">{strings.noDays}</p>
    </fieldset>
  );
}
