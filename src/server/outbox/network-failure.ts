import { deliveryStrings } from '~/shared/strings/deliveries';

const { errors } = deliveryStrings;

const SENTENCES: [RegExp, string][] = [
  [/^(ETIMEDOUT|ESOCKET_TIMEOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$/, errors.timeout],
  [/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/, errors.refused],
  [/^(ENOTFOUND|EAI_AGAIN|EDNS)$/, errors.unknownHost],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, errors.closed],
  [/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL/, errors.certificate],
  [/^(HPE_|UND_ERR_(HEADERS_OVERFLOW|REQ_CONTENT|RES_CONTENT))/, errors.badAnswer],
];

/** Why no answer came, as a sentence for people, with the system's own code where there is one. Names no address. */
export function describeNetworkFailure(thrown: unknown): string {
  const name = thrown instanceof Error ? thrown.name : '';
  if (name === 'TimeoutError' || name === 'AbortError') return errors.timeout;
  const code = findCode(thrown);
  if (!code) return errors.network;
  const sentence = SENTENCES.find(([pattern]) => pattern.test(code))?.[1] ?? errors.network;
  return `${sentence} (${code})`;
}

/**
 * fetch says only that it failed; why stands in the cause, or in its cause. Nodemailer replaces the system's code by
 * one that says less, but leaves it in the message.
 */
function findCode(thrown: unknown): string | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    const inMessage = /\b(?:connect|getaddrinfo|read|write) (E[A-Z_]+)\b/.exec(error.message)?.[1];
    if (inMessage) return inMessage;
    if ('code' in error && typeof error.code === 'string') return error.code;
  }
  return undefined;
}
