import { deliveryStrings } from '~/shared/strings/deliveries';

const { errors } = deliveryStrings;

const SENTENCES: [RegExp, string][] = [
  [/^ERR_FORBIDDEN_ADDRESS$/, errors.forbidden],
  [/^(ETIMEDOUT|ESOCKET_TIMEOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$/, errors.timeout],
  [/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/, errors.refused],
  [/^(ENOTFOUND|EAI_AGAIN|EDNS|ESERVFAIL|EREFUSED|ETIMEOUT|EBADNAME|EBADRESP)$/, errors.unknownHost],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, errors.closed],
  [/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|INVALID_CA|HOSTNAME_MISMATCH/, errors.certificate],
  [/^(ERR_TLS|ERR_SSL|ETLS|EPROTO$)/, errors.encryption],
  [/^(HPE_|UND_ERR_(HEADERS_OVERFLOW|REQ_CONTENT|RES_CONTENT))/, errors.badAnswer],
];

/** Why no answer came: a sentence for people, with the system's error code if any, and no address. */
export function describeNetworkFailure(thrown: unknown): string {
  const name = thrown instanceof Error ? thrown.name : '';
  if (name === 'TimeoutError' || name === 'AbortError') return errors.timeout;
  const code = findCode(thrown);
  if (!code) return errors.network;
  const sentence = SENTENCES.find(([pattern]) => pattern.test(code))?.[1] ?? errors.network;
  return `${sentence} (${code})`;
}

const NEVER_SENT =
  /^(ERR_FORBIDDEN_ADDRESS|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ENOTFOUND|EAI_AGAIN|EDNS|ESERVFAIL|EREFUSED|ETIMEOUT|EBADNAME|EBADRESP)$|CERT|SELF_SIGNED|UNABLE_TO_VERIFY|INVALID_CA|HOSTNAME_MISMATCH/;

/** Whether a failed request certainly reached nobody: no connection was made. */
export function wasNeverSent(thrown: unknown): boolean {
  return NEVER_SENT.test(findCode(thrown) ?? '');
}

/** fetch nests the reason in `cause`, once or twice. Nodemailer keeps the system's code beside its vaguer one. */
function findCode(thrown: unknown): string | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    const { originalCode, code } = error as { originalCode?: unknown; code?: unknown };
    // A reply that is not HTTP has only this name.
    const found = originalCode ?? code ?? (error.name === 'HTTPParserError' ? 'HPE_INVALID' : undefined);
    if (typeof found === 'string') return found;
  }
  return undefined;
}
