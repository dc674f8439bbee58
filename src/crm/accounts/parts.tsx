import type { ComponentProps, ReactNode } from 'react';
import { accountStrings } from '~/shared/strings/accounts/accounts';
import { mailStrings } from '~/shared/strings/mail';
import { Button } from '../ui/Button';
import { InputField } from '../ui/forms/Field';
import { Icon } from '../ui/Icon';
import { endsInFile } from '../ui/mail-place';

/** The heading of each account screen. */
export function AccountHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="grid gap-2">
      <h1 className="page-title text-balance">{title}</h1>
      {children && <p className="text-ink-soft">{children}</p>}
    </div>
  );
}

/** A link within the text of an account screen. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="text-link">
      {children}
    </a>
  );
}

/** A message about a whole form instead of one field. Screen readers announce it at once. */
export function FormAlert({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="flex gap-2 rounded-lg bg-terracotta-mist px-3 py-2 text-terracotta-dark">
      <Icon name="warning" />
      <span>{children}</span>
    </p>
  );
}

/** Sends an account screen's form. */
export function Submit({ busyLabel, children }: { busyLabel: string | false; children: ReactNode }) {
  return (
    <Button type="submit" look="primary" busyLabel={busyLabel} className="w-full">
      {children}
    </Button>
  );
}

type FieldProps = Partial<ComponentProps<typeof InputField>>;

/** The email of an account. */
export function EmailField(field: FieldProps) {
  return (
    <InputField
      label={accountStrings.emailLabel}
      type="email"
      name="email"
      autoComplete="username"
      maxLength={254}
      required
      {...field}
    />
  );
}

/** A person's own name. */
export function NameField(field: FieldProps) {
  return (
    <InputField label={accountStrings.nameLabel} name="name" autoComplete="name" maxLength={120} required {...field} />
  );
}

/** The way back from a screen about one's mail. */
export function BackToSignIn() {
  return (
    <p className="text-sm">
      <TextLink href="/login">{accountStrings.backToSignIn}</TextLink>
    </p>
  );
}

/** Where a mail lies that was just announced, if there is no mail server. Only for parts the server does not render. */
export function MailNote() {
  return (
    endsInFile() && <p className="rounded-lg bg-honey-mist px-3 py-2 text-honey-dark">{mailStrings.filedForAll}</p>
  );
}
