import { domainToASCII } from 'node:url';
import { deliveryStrings } from '~/shared/strings/deliveries';
import { getSettings } from '../env';
import type { Attempt, DueDelivery } from '../outbox/delivery';
import { describeNetworkFailure } from '../outbox/network-failure';
import { type MailContent, renderMail } from './render';
import { type Mail, type Recipient, sendMail } from './smtp';

/** The result for an outbox message that no longer reaches anybody. */
export const NO_RECIPIENT: Attempt = {
  outcome: 'sent',
  status: null,
  answer: deliveryStrings.nobodyToTell,
  endedIn: 'nobody',
};

/**
 * Composes the mail of an outbox message. Its id is the same at every attempt, and under the sender's domain: filters
 * distrust a foreign or unowned one (RFC 5322, 3.6.4).
 */
export function composeMail(to: Recipient, content: Omit<MailContent, 'name'>, { message_id }: DueDelivery): Mail {
  const { address } = getSettings().MAIL_FROM;
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return {
    to,
    subject: content.subject,
    messageId: `<${message_id}@${domainToASCII(domain)}>`,
    ...renderMail({ ...content, ...(to.name !== undefined && { name: to.name }) }),
  };
}

/** Sends a mail for the outbox; rejects with nodemailer's error. */
export async function sendComposed(mail: Mail): Promise<Attempt> {
  const isFile = (await sendMail(mail)) === 'file';
  return { outcome: 'sent', status: null, ...(isFile && { endedIn: 'file' }) };
}

/** A refused recipient is final; anything else (network, sign-in, settings, a full disk) may pass. */
export function describeFailure(thrown: unknown): Attempt {
  const { responseCode, response } = thrown as { responseCode?: number; response?: string };
  return {
    outcome: 'failed',
    status: responseCode ?? null,
    error: describeMailFailure(thrown),
    // Spam filters may quote the link in their answer, and a link gives access.
    ...(response && { answer: response.replace(/\bhttps?:\S+/gi, '[enlace]') }),
    ...(isRefusedForGood(thrown) && { gone: true }),
  };
}

type MailError = Error & {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
  /** The file or folder, when mails are files. */
  path?: string;
};

/** RFC 3463 codes about the sender: not accepted, or not allowed to send. */
const ABOUT_SENDER = /^5\d\d[ -]5\.(1\.[78]|7\.\d+)\b/;
const NOT_SIGNED_IN = 530;

const { mailErrors } = deliveryStrings;

/** Why a mail was not sent, in a sentence without addresses. */
export function describeMailFailure(thrown: unknown): string {
  const { code, command, responseCode, path } = thrown as MailError;
  if (path) return `${mailErrors.folder} (${code})`;
  if (code === 'ETLS') return responseCode ? mailErrors.noEncryption : mailErrors.encryption;
  if (code === 'EAUTH') return mailErrors.signIn;
  if (code === 'EMESSAGE' || command === 'DATA') return mailErrors.message;
  if (code !== 'EENVELOPE') return describeNetworkFailure(thrown);
  return isAboutSender(thrown) ? mailErrors.sender : mailErrors.recipient;
}

/**
 * Whether the server refused the recipient for good. Many servers report a refused sender only after the recipient;
 * that is a wrong setting, which somebody will correct.
 */
function isRefusedForGood(thrown: unknown): boolean {
  const { code, command, responseCode = 0 } = thrown as MailError;
  return code === 'EENVELOPE' && command === 'RCPT TO' && responseCode >= 500 && !isAboutSender(thrown);
}

function isAboutSender(thrown: unknown): boolean {
  const { command, responseCode, response = '' } = thrown as MailError;
  return command === 'MAIL FROM' || responseCode === NOT_SIGNED_IN || ABOUT_SENDER.test(response);
}
