import { deliveryStrings } from '~/shared/strings/deliveries';
import { describeNetworkFailure } from '../outbox/network-failure';

type MailError = Error & {
  code?: string;
  /** What the mail server was told when it went wrong. */
  command?: string;
  responseCode?: number;
  response?: string;
  /** The file or folder where mails are files. */
  path?: string;
};

/** RFC 3463's codes for a sender that is not taken, and for one who may not send at all. */
const ABOUT_SENDER = /^5\d\d[ -]5\.(1\.[78]|7\.\d+)\b/;
const NOT_SIGNED_IN = 530;

const { mailErrors } = deliveryStrings;

/** Why a mail did not leave, or could not, as a sentence for people. Names no address. */
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
 * Whether the server refused the recipient, and for good. Of a sender that it does not take many a server tells only
 * once it is given the recipient; that is a fault in the settings, which somebody mends.
 */
export function isRefusedForGood(thrown: unknown): boolean {
  const { code, command, responseCode = 0 } = thrown as MailError;
  return code === 'EENVELOPE' && command === 'RCPT TO' && responseCode >= 500 && !isAboutSender(thrown);
}

function isAboutSender(thrown: unknown): boolean {
  const { command, responseCode, response = '' } = thrown as MailError;
  return command === 'MAIL FROM' || responseCode === NOT_SIGNED_IN || ABOUT_SENDER.test(response);
}
