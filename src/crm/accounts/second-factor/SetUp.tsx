import { encode } from 'uqr';
import { post } from '~/crm/api-client';
import { Button } from '~/crm/ui/Button';
import { InputField } from '~/crm/ui/forms/Field';
import { useForm } from '~/crm/ui/forms/useForm';
import { totpCodeSchema } from '~/shared/accounts/second-factor';
import { secondFactorStrings } from '~/shared/strings/accounts/second-factor';

const { setUp: strings, step } = secondFactorStrings;

export type NewSecret = { secret: string; otpauth_url: string };
export type NewCodes = { recovery_codes: string[] };

/** Quiet zone in modules, so that cameras find the code on any background. */
const QUIET = 4;

type Props = {
  secret: NewSecret;
  onDone: (codes: NewCodes) => void;
  onCancel: () => void;
};

/** Shows a new secret to scan or to type, and asks for its first code. */
export function SetUp({ secret: { secret, otpauth_url }, onDone, onCancel }: Props) {
  const { field, busy, submit } = useForm(totpCodeSchema, async (code) =>
    onDone(await post('/api/account/totp/confirm', code)),
  );
  return (
    <form method="post" onSubmit={submit} noValidate className="grid gap-5">
      <section className="grid gap-3">
        <h2 className="text-xl leading-tight">{strings.scanTitle}</h2>
        <p className="text-ink-soft">{strings.scan}</p>
        <QrCode
          text={otpauth_url}
          label={strings.qr}
          className="w-full max-w-60 justify-self-center rounded-2xl rounded-tl-none border border-sand-line"
        />
        <p className="text-center text-sm pointer-fine:hidden">
          <a href={otpauth_url} className="text-petrol underline underline-offset-4">
            {strings.openApp}
          </a>
        </p>
        <p className="text-sm text-ink-soft">{strings.byHand}</p>
        <p className="rounded-lg border border-sand-line bg-white px-3 py-2 font-mono text-sm tracking-wider select-all">
          {(secret.match(/.{1,4}/g) ?? []).join(' ')}
        </p>
      </section>
      <section className="grid gap-3">
        <h2 className="text-xl leading-tight">{strings.codeTitle}</h2>
        <InputField
          label={step.code}
          {...field('code')}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={12}
          required
          autoFocus
          className="font-mono text-2xl tracking-[0.2em]"
        />
      </section>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busyLabel={busy && strings.confirming} className="grow">
          {strings.confirm}
        </Button>
        <Button onClick={onCancel}>{strings.cancel}</Button>
      </div>
    </form>
  );
}

/** A text as a QR code, drawn as one path. */
function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
