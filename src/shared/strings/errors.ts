import { FREE_AGENT_LIMIT } from '~/shared/companies/enums';
import type { Sentence } from '~/shared/zod';
import { accountStrings } from './accounts/accounts';
import { passkeyStrings } from './accounts/passkeys';
import { secondFactorStrings } from './accounts/second-factor';
import { companyStrings } from './companies';
import { tokenStrings } from './tokens';

/** Refuses a body of more than `bytes`. */
export function tooLarge(bytes: number): Sentence {
  const most = bytes >= 2 ** 20 ? `${bytes / 2 ** 20} MB` : `${bytes / 1024} KB`;
  return {
    es: `El contenido es demasiado grande (máximo ${most}). Acortalo y probá de nuevo.`,
    en: `The body is too large: at most ${most}.`,
  };
}

/**
 * All values of `error.code` in the API, in the order in which it describes them: the answer's status, the sentence for
 * people, and what programs are told beside it.
 */
export const ERRORS = {
  malformed: {
    status: 400,
    es: 'No se entendió el pedido. Recargá la página y probá de nuevo.',
    en: 'The request could not be understood: check the JSON, the address, the cursor and the headers.',
  },
  unauthenticated: {
    status: 401,
    es: 'Iniciá sesión para continuar.',
    en: 'A token is required: send it as "Authorization: Bearer ai_live_…".',
  },
  wrong_token: { status: 401, es: tokenStrings.errors.unknown, en: 'This token is unknown, expired or revoked.' },
  invalid_credentials: { status: 401, es: accountStrings.errors.signInFailed, en: 'Email or password are wrong.' },
  email_unverified: {
    status: 401,
    es: 'Todavía falta verificar tu email. Abrí el enlace que te enviamos.',
    en: 'The email of this account is not verified yet.',
  },
  awaiting_approval: {
    status: 401,
    es: 'Tu cuenta espera la aprobación de un administrador. Te avisamos por correo.',
    en: 'This account awaits the approval of an administrator.',
  },
  account_suspended: {
    status: 401,
    es: 'Tu cuenta está suspendida. Hablá con quien administra el CRM.',
    en: 'This account is suspended.',
  },
  agency_inactive: {
    status: 401,
    es: 'Tu inmobiliaria está inactiva y por eso no podés entrar. Tu cuenta sigue igual: hablá con quien administra el CRM.',
    en: 'The agency of this account is inactive.',
  },
  initial_password_expired: {
    status: 401,
    es: 'Tu contraseña inicial venció. Elegí «¿Olvidaste tu contraseña?» para crear una nueva.',
    en: 'The initial password has expired.',
  },
  forbidden: { status: 403, es: accountStrings.noPermission, en: 'The token has no scope for it, or no token may.' },
  must_change_password: { status: 403, es: 'Primero cambiá tu contraseña inicial.', en: 'Change the password first.' },
  step_up: { status: 403, es: accountStrings.confirm.needed, en: 'Confirm the password or second factor first.' },
  second_factor_required: { status: 403, es: secondFactorStrings.required, en: 'Set up a second factor first.' },
  sign_in_expired: { status: 401, es: secondFactorStrings.expired, en: 'The sign-in took too long: begin again.' },
  invalid_code: { status: 401, es: secondFactorStrings.codeWrong, en: 'The code is wrong, or was used already.' },
  forbidden_origin: { status: 403, es: 'El pedido vino de otro sitio y no se aceptó.', en: 'Sent by another site.' },
  signup_closed: {
    status: 403,
    es: 'El registro está cerrado. Pedile una cuenta a quien administra el CRM.',
    en: 'Signing up is closed.',
  },
  not_found: {
    status: 404,
    es: 'No se encontró lo que buscabas: puede que alguien lo haya eliminado.',
    en: 'There is no such thing, or it is in the trash.',
  },
  method_not_allowed: {
    status: 405,
    es: 'Esa operación no existe aquí.',
    en: 'This address has no such method: see the Allow header.',
  },
  conflict: {
    status: 409,
    es: 'Otra persona lo cambió mientras tanto. Mirá cómo quedó y guardá de nuevo si todavía hace falta.',
    en: 'The request clashes with the present state: read it again and decide anew.',
  },
  precondition_failed: {
    status: 412,
    es: 'Cambió desde que lo leíste. Leelo de nuevo y decidí con eso.',
    en: 'The version that If-Match names is no longer the current one: read it again.',
  },
  other_account: {
    status: 409,
    es: 'En este navegador ahora está abierta otra cuenta. Nada se guardó a su nombre, y lo que escribías te espera cuando vuelvas a entrar con la tuya.',
    en: 'Another account is signed in.',
  },
  last_admin: {
    status: 409,
    es: 'Tiene que quedar al menos un administrador activo.',
    en: 'At least one active administrator has to stay.',
  },
  inactive_member: {
    status: 409,
    es: 'Primero esta persona tiene que estar activa.',
    en: 'This person is not active.',
  },
  account_exists: { status: 409, es: accountStrings.errors.emailTaken, en: 'This email has an account already.' },
  coordinator_exists: {
    status: 409,
    es: 'Esta inmobiliaria ya tiene un coordinador.',
    en: 'This agency has a coordinator already.',
  },
  name_exists: {
    status: 409,
    es: 'Ya existe una inmobiliaria con ese nombre.',
    en: 'There is an agency with this name already: send "confirm": true to make another one.',
  },
  lead_not_won: { status: 409, es: companyStrings.leadNotWon, en: 'The lead is not won (estado "ganado").' },
  lead_has_company: { status: 409, es: 'Este lead ya tiene su inmobiliaria.', en: 'This lead has its agency already.' },
  company_in_use: {
    status: 409,
    es: 'Esta inmobiliaria tiene gente o historia y no se puede eliminar.',
    en: 'This agency has people or a history and cannot be deleted.',
  },
  plan_limit: {
    status: 409,
    es: companyStrings.limitReached(FREE_AGENT_LIMIT),
    en: 'The plan of this agency allows no more active agents.',
  },
  window_closed: {
    status: 409,
    es: 'Pasaron más de 24 horas desde su último mensaje: WhatsApp solo deja enviar una plantilla aprobada, o escribir desde el teléfono.',
    en: 'More than 24 hours have passed since their last message: WhatsApp only accepts an approved template.',
  },
  own_account: { status: 409, es: 'Es tu propia cuenta: cambiala en Mi cuenta.', en: 'This is the own account.' },
  link_refused: {
    status: 409,
    es: 'Se copia solo el enlace de quien todavía no eligió su contraseña. El de un administrador, o de quien tiene verificación en dos pasos o una clave de acceso, le llega solo por correo.',
    en: 'This account’s link is sent by mail only.',
  },
  staff_stays: {
    status: 409,
    es: 'Las personas del equipo se suspenden, no se eliminan: sus notas llevan su nombre.',
    en: 'Staff is suspended, never deleted.',
  },
  too_large: {
    status: 413,
    es: tooLarge(64 * 1024).es,
    en: 'The body is too large.',
  },
  too_slow: {
    status: 408,
    es: 'El pedido tardó demasiado en llegar. Revisá tu conexión y probá de nuevo.',
    en: 'The body took too long to arrive.',
  },
  unsupported_type: {
    status: 415,
    es: 'El tipo de contenido no es el esperado.',
    en: 'The content type is not the expected one: send application/json.',
  },
  misdirected: {
    status: 421,
    es: 'Este servidor no responde por ese nombre. Revisá el ajuste SITE_URL.',
    en: 'This server does not answer to that host name.',
  },
  invalid: {
    status: 422,
    es: 'Revisá los datos marcados.',
    en: 'The request is well-formed, but some of its values are not acceptable.',
  },
  already_made: {
    status: 422,
    es: 'Ya se había guardado antes de tus últimos cambios. Fijate cómo quedó antes de guardar de nuevo.',
    en: 'This Idempotency-Key was used with another body.',
  },
  token_invalid: { status: 422, es: accountStrings.errors.tokenInvalid, en: 'The link has expired or was used.' },
  passkey_unknown: { status: 401, es: passkeyStrings.errors.unknown, en: 'This passkey is not known.' },
  passkey_refused: { status: 401, es: passkeyStrings.errors.refused, en: 'The passkey was refused.' },
  passkey_at_rest: { status: 401, es: passkeyStrings.errors.atRest, en: 'This passkey cannot be used now.' },
  too_many: {
    status: 429,
    es: 'Demasiados intentos. Esperá un momento y probá de nuevo.',
    en: 'Too many requests: wait as long as Retry-After says.',
  },
  busy: {
    status: 503,
    es: 'El servidor está ocupado. Probá de nuevo en unos segundos.',
    en: 'The server is busy: wait as long as Retry-After says.',
  },
  unexpected: { status: 500, es: accountStrings.unexpected, en: 'Something went wrong on the server. It was logged.' },
} satisfies Record<string, Sentence & { status: number }>;

/** `busy` when waiting a few seconds would not help. */
export const diskFull =
  'No se guardó: el servidor no tiene más lugar en su disco. Avisale a quien lo administra y probá después.';

/** `busy` when the key that seals secrets is missing (server/secrets). */
export const secretsKeyMissing =
  'Falta la clave con la que el servidor cifra los secretos, así que esto no se puede hacer. Avisale a quien lo administra.';
