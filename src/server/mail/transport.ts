import { constants } from 'node:fs';
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises';
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

/** Whom a mail is for; without a name where only the address is known. */
export type Recipient = { name?: string; address: string };

export type Mail = {
  to: Recipient;
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
  const { SMTP_URL } = getSettings();
  if (SMTP_URL) {
    await smtpTransport(SMTP_URL).sendMail(toMessage(mail));
    return;
  }
  const { draft, file } = await draftFile(mail);
  // Whoever looks into the folder for mails finds none that is half written.
  await rename(draft, file);
  console.log(`Correo para ${mail.to.address}: ${mail.subject} → ${file}`);
}

/**
 * Does what sending takes, from the writing to the server's sign-in or the file, and sends nothing: for a mail that
 * nobody is to get, so that the work tells nobody so. Rejects like sendMail.
 */
export async function rehearseMail(mail: Mail): Promise<void> {
  const { SMTP_URL } = getSettings();
  if (SMTP_URL) {
    await composeMessage(mail);
    await smtpTransport(SMTP_URL).verify();
    return;
  }
  const { draft } = await draftFile(mail);
  await rm(draft);
}

function toMessage(mail: Mail): SendMailOptions {
  return {
    ...mail,
    // As an object its text is no list of addresses, whatever is in it.
    to: { name: '', ...mail.to },
    from: getSettings().MAIL_FROM,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

async function composeMessage(mail: Mail): Promise<Buffer> {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await composer.sendMail(toMessage(mail));
  return message as Buffer;
}

/** Writes the mail beside where it will be. */
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
