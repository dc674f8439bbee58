import { EMAIL_CHOICES, type EmailChoice } from '~/shared/notices/settings';
import { noticeStrings } from '~/shared/strings/notices/settings';
import { ChoiceCard } from '../ui/forms/ChoiceCard';

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
