import { randomInt } from 'node:crypto';
import { recordAudit } from '~/server/audit/audit';
import { query } from '~/server/database/connection';
import { inSharedTransaction } from '~/server/database/group-commit';
import { getSettings } from '~/server/env';
import { log } from '~/server/log';
import type { Recipient } from '~/server/mail/smtp';
import { countOrder } from '~/server/metrics/metrics';
import { countMails } from '~/server/outbox/enqueue';
import { crmStrings } from '~/shared/strings/crm';
import { type AccountRow, selectAccountByEmail } from '../account-queries';
import { issueLink, type Link } from '../one-time-tokens';
import { SIGN_UP, type SignUpRow, selectNewestSignUp } from '../sign-up-queries';
import { enqueueMail, type OrderedMail } from './enqueue-mail';
import { limitMails, limitStrangersMails } from './mail-limits';
import { type Content, ONCE_30_MINUTES, writeAccessLink } from './mail-templates';

/**
 * Delay from answer to order, in milliseconds: late and random enough that the next request's timing does not betray
 * the work. Nobody notices that a mail comes half a second later.
 */
const [SOONEST_MS, LATEST_MS] = [100, 600];
const HOUR_MS = 60 * 60 * 1000;
/** A mailbox that got this many links within an hour gets no more. */
const LINKS_PER_HOUR = 5;

const waiting = new Set<() => Promise<void>>();

/**
 * Orders a link for an email's owner after the answer, so the answer takes the same time with and without an account: to
 * a new password, or another access link for a coordinator who has chosen none yet. An unknown email leaves only a
 * count behind. The order is lost if the process dies first.
 * @throws {AppError} `too_many`.
 */
export async function orderLink(
  wanted: 'recover' | 'access_again',
  email: string,
  clientAddress: string,
): Promise<void> {
  await limitMails(wanted === 'recover' ? 'recover' : 'access', email, clientAddress);
  afterAnswer(() => {
    const account = findReachable(email);
    if (!account) return false;
    const template = needsAccessLink(account) ? wanted : 'recover';
    if (countMails(`mail.${template}`, account.email, HOUR_MS) >= LINKS_PER_HOUR) return false;
    recordAudit({
      type: wanted === 'recover' ? 'recovery_requested' : 'access_link_requested',
      actor: null,
      subject: { id: account.id, email: account.email },
      address: clientAddress,
    });
    enqueueMail({ template, email: account.email });
    return true;
  });
}

/** Likewise for another link of the newest sign-up, or the notice that an account exists. */
export async function orderVerification(email: string, clientAddress: string): Promise<void> {
  await limitStrangersMails('resend', email, clientAddress);
  afterAnswer(() => {
    const isWaiting = selectNewestSignUp().get({ email, now: new Date().toISOString() }) !== undefined;
    if (!isWaiting && !selectAccountByEmail().get({ email })) return false;
    enqueueMail({ template: 'verify_email', email });
    return true;
  });
}

/** Settles all orders now, so the process can end. */
export async function finishOrders(): Promise<void> {
  await Promise.all([...waiting].map((settle) => settle()));
}

/** `order` returns whether it ordered a mail. */
function afterAnswer(order: () => boolean): void {
  let settled: Promise<void> | undefined;
  const settle = () => {
    settled ??= inSharedTransaction(order)
      .then((isOrdered) => countOrder(isOrdered ? 'ordered' : 'refused'))
      .catch((error) => log.error({ event: 'order_failed', err: error }))
      .finally(() => waiting.delete(settle));
    return settled;
  };
  waiting.add(settle);
  setTimeout(settle, randomInt(SOONEST_MS, LATEST_MS)).unref();
}

const NOT_YOU = 'Si no fuiste vos, podés ignorar este correo: sin el enlace nadie puede hacer nada.';

export type AddressedMail = { to: Recipient; content: Content };

/** Writes a mail somebody ordered by typing an email, with a new link. Null if it no longer applies. */
export function writeOrdered(order: OrderedMail): AddressedMail | null {
  if (order.template === 'verify_email') return writeForSignUp(order);
  const account = findReachable(order.email);
  if (!account) return null;
  const to = nameOf(account);
  if (order.template === 'recover' || !needsAccessLink(account))
    return { to, content: writeRecovery(issueLink('reset', { user_id: account.id })) };
  return { to, content: writeAccessLink(account) };
}

const selectSignUp = query<[{ id: string; now: string }], SignUpRow>(`${SIGN_UP} WHERE id = :id AND expires_at > :now`);

function writeForSignUp(order: Extract<OrderedMail, { template: 'verify_email' }>): AddressedMail | null {
  const now = new Date().toISOString();
  const signUp =
    'email' in order
      ? selectNewestSignUp().get({ email: order.email, now })
      : selectSignUp().get({ id: order.sign_up_id, now });
  const email = 'email' in order ? order.email : signUp?.email;
  // Another link already verified the mailbox.
  if (email === undefined) return null;
  const account = selectAccountByEmail().get({ email });
  if (account) return { to: nameOf(account), content: writeAccountExists() };
  if (!signUp) return null;
  return { to: { address: email }, content: writeVerification(issueLink('verify', { sign_up_id: signUp.id })) };
}

/** The account with this email, if a link would be of use. */
export function findReachable(email: string): AccountRow | null {
  const account = selectAccountByEmail().get({ email });
  const isOut = account?.status === 'suspended' || account?.status === 'disabled';
  return account && !isOut && account.company_status !== 'inactive' ? account : null;
}

/** Whoever chose a password needs no access link, only one to change it. */
export function needsAccessLink({ must_change_password, company_id }: AccountRow): boolean {
  return must_change_password === 1 && company_id !== null;
}

function nameOf({ name, email }: AccountRow): Recipient {
  return { name, address: email };
}

/** For whoever signed up. Repeats nothing they typed: nobody knows yet who typed it. */
function writeVerification({ token, url }: Link): Content {
  return {
    token,
    subject: 'Verificá tu email',
    paragraphs: [
      `Alguien pidió una cuenta con este email en el CRM de ${crmStrings.brand}. Si fuiste vos, abrí el enlace y escribí la contraseña que elegiste al pedirla:`,
    ],
    action: { label: 'Verificar mi email', url },
    footnotes: [
      'El enlace sirve una sola vez y vence en 24 horas.',
      'Si no fuiste vos, podés ignorar este correo: sin el enlace y la contraseña no se crea ninguna cuenta.',
    ],
  };
}

/** For an account's owner, when somebody signs up with their email. */
function writeAccountExists(): Content {
  return {
    subject: 'Ya tenés una cuenta',
    paragraphs: [
      `Alguien pidió crear una cuenta con este email en el CRM de ${crmStrings.brand}, pero ya tenés una.`,
      'Si fuiste vos, iniciá sesión. Si no recordás tu contraseña, elegí «¿Olvidaste tu contraseña?».',
    ],
    action: { label: 'Iniciar sesión', url: `${getSettings().SITE_URL}/login` },
    footnotes: ['Si no fuiste vos, no hace falta que hagas nada: tu cuenta sigue igual.'],
  };
}

function writeRecovery({ token, url }: Link): Content {
  return {
    token,
    subject: 'Elegí una contraseña nueva',
    paragraphs: ['Recibimos un pedido para cambiar tu contraseña. Con este enlace elegís una nueva:'],
    action: { label: 'Elegir contraseña', url },
    footnotes: [ONCE_30_MINUTES, NOT_YOU],
  };
}
