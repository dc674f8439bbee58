import { FREE_AGENT_LIMIT } from '~/shared/companies/enums';
import { accountStrings } from './accounts/accounts';
import { passkeyStrings } from './accounts/passkeys';
import { secondFactorStrings } from './accounts/second-factor';
import { companyStrings } from './companies';
import { tokenStrings } from './tokens';

/** The Spanish sentence for each error code, in the order in which the API describes them. */
export const errorStrings = {
  malformed: 'No se entendió el pedido. Recargá la página y probá de nuevo.',
  unauthenticated: 'Iniciá sesión para continuar.',
  wrong_token: tokenStrings.errors.unknown,
  invalid_credentials: accountStrings.errors.signInFailed,
  email_unverified: 'Todavía falta verificar tu email. Abrí el enlace que te enviamos.',
  awaiting_approval: 'Tu cuenta espera la aprobación de un administrador. Te avisamos por correo.',
  account_suspended: 'Tu cuenta está suspendida. Hablá con quien administra el CRM.',
  agency_inactive:
    'Tu inmobiliaria está inactiva y por eso no podés entrar. Tu cuenta sigue igual: hablá con quien administra el CRM.',
  initial_password_expired: 'Tu contraseña inicial venció. Elegí «¿Olvidaste tu contraseña?» para crear una nueva.',
  forbidden: accountStrings.noPermission,
  must_change_password: 'Primero cambiá tu contraseña inicial.',
  step_up: accountStrings.confirm.needed,
  second_factor_required: secondFactorStrings.required,
  sign_in_expired: secondFactorStrings.expired,
  invalid_code: secondFactorStrings.codeWrong,
  forbidden_origin: 'El pedido vino de otro sitio y no se aceptó.',
  signup_closed: 'El registro está cerrado. Pedile una cuenta a quien administra el CRM.',
  not_found: 'No se encontró lo que buscabas: puede que alguien lo haya eliminado.',
  method_not_allowed: 'Esa operación no existe aquí.',
  conflict: 'Otra persona lo cambió mientras tanto. Mirá cómo quedó y guardá de nuevo si todavía hace falta.',
  precondition_failed: 'Cambió desde que lo leíste. Leelo de nuevo y decidí con eso.',
  other_account:
    'En este navegador ahora está abierta otra cuenta. Nada se guardó a su nombre, y lo que escribías te espera cuando vuelvas a entrar con la tuya.',
  last_admin: 'Tiene que quedar al menos un administrador activo.',
  inactive_member: 'Primero esta persona tiene que estar activa.',
  account_exists: accountStrings.errors.emailTaken,
  coordinator_exists: 'Esta inmobiliaria ya tiene un coordinador.',
  name_exists: 'Ya existe una inmobiliaria con ese nombre.',
  lead_not_won: companyStrings.leadNotWon,
  lead_has_company: 'Este lead ya tiene su inmobiliaria.',
  company_in_use: 'Esta inmobiliaria tiene gente o historia y no se puede eliminar.',
  plan_limit: companyStrings.limitReached(FREE_AGENT_LIMIT),
  window_closed:
    'Pasaron más de 24 horas desde su último mensaje: WhatsApp solo deja enviar una plantilla aprobada, o escribir desde el teléfono.',
  own_account: 'Es tu propia cuenta: cambiala en Mi cuenta.',
  link_refused:
    'Se copia solo el enlace de quien todavía no eligió su contraseña. El de un administrador, o de quien tiene verificación en dos pasos o una clave de acceso, le llega solo por correo.',
  staff_stays: 'Las personas del equipo se suspenden, no se eliminan: sus notas llevan su nombre.',
  too_large: 'El contenido es demasiado grande (máximo 64 KB). Acortalo y probá de nuevo.',
  too_slow: 'El pedido tardó demasiado en llegar. Revisá tu conexión y probá de nuevo.',
  unsupported_type: 'El tipo de contenido no es el esperado.',
  misdirected: 'Este servidor no responde por ese nombre. Revisá el ajuste SITE_URL.',
  invalid: 'Revisá los datos marcados.',
  already_made: 'Ya se había guardado antes de tus últimos cambios. Fijate cómo quedó antes de guardar de nuevo.',
  token_invalid: accountStrings.errors.tokenInvalid,
  passkey_unknown: passkeyStrings.errors.unknown,
  passkey_refused: passkeyStrings.errors.refused,
  passkey_at_rest: passkeyStrings.errors.atRest,
  too_many: 'Demasiados intentos. Esperá un momento y probá de nuevo.',
  busy: 'El servidor está ocupado. Probá de nuevo en unos segundos.',
  unexpected: accountStrings.unexpected,
};

/** `busy` when waiting a few seconds would not help. */
export const diskFull =
  'No se guardó: el servidor no tiene más lugar en su disco. Avisale a quien lo administra y probá después.';

/** `busy` when the key that seals secrets is missing (server/secrets). */
export const secretsKeyMissing =
  'Falta la clave con la que el servidor cifra los secretos, así que esto no se puede hacer. Avisale a quien lo administra.';
