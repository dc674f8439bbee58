import { constants } from 'node:fs';
import { access, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer';
import { getSettings } from '../env';

/** Nodemailer's own limits are minutes, in which one stuck server would hold every other mail back. */
const TIMEOUTS_MS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  dnsTimeout: 10_000,
  socketTimeout: 30_000,
};

export type Mail = {
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** The same on every try, so that mail programs can tell that two copies are one. */
  messageId: string;
};

/**
 * Sends one mail by SMTP_URL, or, where none is set, writes it as a file into MAIL_DIR and says so on the console.
 * Rejects with nodemailer's error where the server refuses it or does not answer in time.
 */
export async function sendMail(mail: Mail): Promise<void> {
  const { SMTP_URL, MAIL_FROM, MAIL_DIR } = getSettings();
  const message: SendMailOptions = {
    ...mail,
    from: MAIL_FROM,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  if (SMTP_URL) {
    await smtpTransport(SMTP_URL).sendMail(message);
    return;
  }
  const { message: eml } = await createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
  }).sendMail(message);
  await mkdir(MAIL_DIR, { recursive: true });
  const file = join(MAIL_DIR, `${new Date().toISOString().replaceAll(':', '')}-${crypto.randomUUID()}.eml`);
  // Whoever looks into the folder for mails finds none that is half written.
  await writeFile(`${file}.parcial`, eml as Buffer, { mode: 0o600 });
  await rename(`${file}.parcial`, file);
  console.log(`Correo para ${mail.to.address}: ${mail.subject} → ${file}`);
}

/**
 * Proves that mail can leave: the SMTP server answers and takes the account, or MAIL_DIR can be written to. Sends
 * nothing. Returns where mail goes, without any password.
 */
export async function probeMail(): Promise<string> {
  const { SMTP_URL, MAIL_DIR } = getSettings();
  if (SMTP_URL) {
    await smtpTransport(SMTP_URL).verify();
    return new URL(SMTP_URL).host;
  }
  await mkdir(MAIL_DIR, { recursive: true });
  await access(MAIL_DIR, constants.W_OK);
  return MAIL_DIR;
}

let smtp: Transporter | undefined;

function smtpTransport(url: string): Transporter {
  smtp ??= createTransport({ url: requireEncryption(url), ...TIMEOUTS_MS });
  return smtp;
}

const THIS_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/i;

/**
 * Mails hold links that open accounts, and SMTP_URL a password: with smtp:// another machine gets them only once it
 * has encrypted the connection (STARTTLS), whatever the address says otherwise.
 */
function requireEncryption(url: string): string {
  const encrypted = new URL(url);
  if (!THIS_MACHINE.test(encrypted.hostname)) encrypted.searchParams.set('requireTLS', 'true');
  return encrypted.href;
}
