import { deliveryStrings } from '~/shared/strings/deliveries';

const { errors } = deliveryStrings;

/** What error codes mean. `neverSent`: no connection was made, so the request certainly reached nobody. */
const FAILURES: { codes: RegExp; sentence: string; neverSent?: true }[] = [
  { codes: /^ERR_FORBIDDEN_ADDRESS$/, sentence: errors.forbidden, neverSent: true },
  { codes: /^UND_ERR_CONNECT_TIMEOUT$/, sentence: errors.timeout, neverSent: true },
  { codes: /^(ETIMEDOUT|ESOCKET_TIMEOUT|UND_ERR_(HEADERS|BODY)_TIMEOUT)$/, sentence: errors.timeout },
  { codes: /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/, sentence: errors.refused, neverSent: true },
  {
    codes: /^(ENOTFOUND|EAI_AGAIN|EDNS|ESERVFAIL|EREFUSED|ETIMEOUT|EBADNAME|EBADRESP)$/,
    sentence: errors.unknownHost,
    neverSent: true,
  },
  { codes: /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, sentence: errors.closed },
  {
    codes: /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|INVALID_CA|HOSTNAME_MISMATCH/,
    sentence: errors.certificate,
    neverSent: true,
  },
  { codes: /^(ERR_TLS|ERR_SSL|ETLS|EPROTO$)/, sentence: errors.encryption },
  { codes: /^(HPE_|UND_ERR_(HEADERS_OVERFLOW|REQ_CONTENT|RES_CONTENT))/, sentence: errors.badAnswer },
];

/** Why no answer came: a sentence for people, with the system's error code if any, and no address. */
export function describeNetworkFailure(thrown: unknown): string {
  const name = thrown instanceof Error ? thrown.name : '';
  if (name === 'TimeoutError' || name === 'AbortError') return errors.timeout;
  const code = findCode(thrown);
  if (!code) return errors.network;
  return `${findFailure(code)?.sentence ?? errors.network} (${code})`;
}

/** Whether a failed request certainly reached nobody. */
export function wasNeverSent(thrown: unknown): boolean {
  return findFailure(findCode(thrown) ?? '')?.neverSent === true;
}

const findFailure = (code: string) => FAILURES.find(({ codes }) => codes.test(code));

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
