import { EMAIL_CHOICES, type EmailChoice, ZONES } from '~/shared/notices/settings';
import { noticeStrings } from '~/shared/strings/notices/settings';
import { ChoiceCard } from '../ui/forms/ChoiceCard';
import { SelectField } from '../ui/forms/Field';

type Props = {
  legend: string;
  hideLegend?: boolean;
  chosen: EmailChoice;
};

/** When to be mailed, as radio buttons of a form. */
export function EmailChoices({ legend, hideLegend, chosen }: Props) {
  return (
    <fieldset>
      <legend className={hideLegend ? 'sr-only' : 'mb-2 text-sm font-medium text-ink-soft'}>{legend}</legend>
      <div className="grid gap-2">
        {EMAIL_CHOICES.map((choice) => {
          const { name, text } = noticeStrings.emailChoices[choice];
          return (
            <ChoiceCard
              key={choice}
              title={name}
              text={text}
              name="email"
              value={choice}
              defaultChecked={choice === chosen}
            />
          );
        })}
      </div>
    </fieldset>
  );
}

type ZoneFieldProps = {
  zone: string;
  hint?: string;
  error?: string | undefined;
};

/** A time zone choice; an unlisted zone stays until another is chosen. */
export function ZoneField({ zone, hint, error }: ZoneFieldProps) {
  const isListed = ZONES.some((one) => one.zone === zone);
  return (
    <SelectField label={noticeStrings.zone} name="zone" defaultValue={zone} hint={hint} error={error}>
      {!isListed && <option value={zone}>{zone.replaceAll('_', ' ')}</option>}
      {ZONES.map(({ zone, name }) => (
        <option key={zone} value={zone}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
