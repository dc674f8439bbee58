import { constants } from 'node:fs';
import { access, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SendMailOptions, Transporter } from 'nodemailer';
import { getSettings } from '../env';
import { log } from '../log';
import { once } from '../process/once';

const loadNodemailer = once(() => import('nodemailer'));

/** Nodemailer's own timeouts are minutes: one hanging server would delay all other mails. */
const TIMEOUTS_MS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  dnsTimeout: 10_000,
  socketTimeout: 30_000,
};

/** Connections are reused: greeting and sign-in take most of a mail's time. One for each mail sent at once. */
const KEPT_OPEN = { pool: true, maxConnections: 4, maxMessages: 100 } as const;

/** A recipient; without a name if only the address is known. */
export type Recipient = { name?: string; address: string };

export type Mail = {
  to: Recipient;
  subject: string;
  text: string;
  html: string;
  /** The same at every attempt, so mail programs recognise duplicates. */
  messageId: string;
  /** Replaces the subject on the console, where that names a person. */
  consoleLabel?: string;
  headers?: Record<string, string>;
  /** Message-IDs of its thread. */
  references?: string;
};

/** Which mails end as files for want of a mail server: all, or all but the access links that another system sends. */
export function filedMails(): string | undefined {
  const { SMTP_URL, PROVISIONING_URL } = getSettings();
  if (SMTP_URL) return undefined;
  return PROVISIONING_URL ? 'mail' : 'mail access';
}

/**
 * Sends one mail by SMTP_URL. Without that setting it writes a file into MAIL_DIR and a line without addresses to the
 * console. Returns which of the two. Rejects with nodemailer's error if the server refuses the mail or times out.
 */
export async function sendMail(mail: Mail): Promise<'sent' | 'file'> {
  const { SMTP_URL } = getSettings();
  if (SMTP_URL) {
    await (await smtpTransport(SMTP_URL)).sendMail(toMessage(mail));
    return 'sent';
  }
  const { draft, file } = await draftFile(mail);
  // Renamed once complete, so nobody reads a half-written mail.
  await rename(draft, file);
  console.log(`Correo: ${mail.consoleLabel ?? mail.subject} → ${file}`);
  return 'file';
}

function toMessage({ consoleLabel, headers, ...mail }: Mail): SendMailOptions {
  return {
    ...mail,
    // An object, so nodemailer does not parse the text as an address list.
    to: { name: '', ...mail.to },
    from: getSettings().MAIL_FROM,
    headers: { 'Auto-Submitted': 'auto-generated', ...headers },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

async function composeMessage(mail: Mail): Promise<Buffer> {
  const { createTransport } = await loadNodemailer();
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await composer.sendMail(toMessage(mail));
  return message as Buffer;
}

async function draftFile(mail: Mail): Promise<{ draft: string; file: string }> {
  const { MAIL_DIR } = getSettings();
  const message = await composeMessage(mail);
  await mkdir(MAIL_DIR, { recursive: true });
  const file = join(MAIL_DIR, `${new Date().toISOString().replaceAll(':', '')}-${crypto.randomUUID()}.eml`);
  const draft = `${file}.parcial`;
  await writeFile(draft, message, { mode: 0o600 });
  return { draft, file };
}

/**
 * Checks that mails can be sent: the SMTP server accepts the sign-in, or MAIL_DIR is writable. Sends nothing. Returns
 * where mails go, without a password, and whether nobody gets them or nobody vouches for the server.
 */
export async function probeMail(): Promise<{ to: string; isFile: boolean; isUnverified: boolean }> {
  const { SMTP_URL, MAIL_DIR } = getSettings();
  if (SMTP_URL) {
    await (await smtpTransport(SMTP_URL)).verify();
    return { to: new URL(SMTP_URL).host, isFile: false, isUnverified: isUnverified(SMTP_URL) };
  }
  await mkdir(MAIL_DIR, { recursive: true });
  await access(MAIL_DIR, constants.W_OK);
  return { to: MAIL_DIR, isFile: true, isUnverified: false };
}

let smtp: Transporter | undefined;

async function smtpTransport(url: string): Promise<Transporter> {
  const { createTransport } = await loadNodemailer();
  if (!smtp) {
    smtp = createTransport({ url: settleEncryption(url), ...KEPT_OPEN, ...TIMEOUTS_MS });
    if (isUnverified(url))
      log.info(
        { event: 'smtp_certificate_not_verified' },
        'El servidor de correo es de esta máquina: su certificado no se comprueba.',
      );
  }
  return smtp;
}

/**
 * To another machine smtp:// must use STARTTLS: mails contain links that open accounts, and SMTP_URL a password. This
 * machine's own server, as a distribution installs it, has a certificate that nobody signed: it is not verified.
 */
function settleEncryption(url: string): string {
  const settled = new URL(url);
  if (isUnverified(url)) settled.searchParams.set('tls.rejectUnauthorized', 'false');
  else settled.searchParams.set('requireTLS', 'true');
  return settled.href;
}

const THIS_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/i;
const isUnverified = (url: string) => THIS_MACHINE.test(new URL(url).hostname);
