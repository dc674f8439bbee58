import { deliveryStrings } from '~/shared/strings/deliveries';
import { describeNetworkFailure } from '../outbox/network-failure';

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
export function isRefusedForGood(thrown: unknown): boolean {
  const { code, command, responseCode = 0 } = thrown as MailError;
  return code === 'EENVELOPE' && command === 'RCPT TO' && responseCode >= 500 && !isAboutSender(thrown);
}

function isAboutSender(thrown: unknown): boolean {
  const { command, responseCode, response = '' } = thrown as MailError;
  return command === 'MAIL FROM' || responseCode === NOT_SIGNED_IN || ABOUT_SENDER.test(response);
}
