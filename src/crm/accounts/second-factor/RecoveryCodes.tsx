import { Button, buttonClass } from '~/crm/ui/Button';
import { Icon } from '~/crm/ui/Icon';
import { copyText } from '~/crm/ui/reading/copy-text';
import { showToast } from '~/crm/ui/toasts/toasts';
import { secondFactorStrings } from '~/shared/strings/accounts/second-factor';
import { crmStrings } from '~/shared/strings/crm';

const { recovery: strings } = secondFactorStrings;

type Props = {
  codes: string[];
  email: string;
  onSaved: () => void;
};

/** Shows the recovery codes, only this once, to copy or download. */
export function RecoveryCodes({ codes, email, onSaved }: Props) {
  const text = `${strings.fileHeading(crmStrings.brand, email)}\n\n${codes.join('\n')}\n`;

  const copy = () =>
    copyText(codes.join('\n'), strings.copied, () => showToast({ tone: 'error', text: strings.copyFailed }));

  return (
    <section aria-label={strings.title} className="grid gap-4">
      <h2 className="text-xl leading-tight">{strings.title}</h2>
      <p className="text-ink-soft">{strings.text}</p>
      <ol className="grid grid-cols-2 gap-x-4 gap-y-1.5 rounded-xl rounded-tl-none border border-sand-line bg-white p-4 font-mono text-[0.95rem] tabular-nums">
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button onClick={copy}>{strings.copy}</Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={strings.fileName}
          className={buttonClass()}
        >
          <Icon name="download" />
          {strings.download}
        </a>
      </div>
      <Button look="primary" onClick={onSaved} className="w-full">
        {strings.saved}
      </Button>
    </section>
  );
}
