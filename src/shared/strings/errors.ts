import type { ErrorCode } from '~/shared/errors';
import { accountStrings } from './accounts';

/** The Spanish sentence for each error that an endpoint may answer with. */
export const errorStrings: Record<ErrorCode, string> = {
  malformed: 'No se entendió el pedido.',
  unauthenticated: 'Iniciá sesión para continuar.',
  invalid_credentials: accountStrings.errors.signInFailed,
  forbidden: accountStrings.noPermission,
  must_change_password: 'Primero cambiá tu contraseña inicial.',
  forbidden_origin: 'El pedido vino de otro sitio y no se aceptó.',
  not_found: 'No se encontró lo que buscabas.',
  method_not_allowed: 'Esa operación no existe aquí.',
  conflict: 'Otra persona lo cambió mientras tanto. Actualizá y probá de nuevo.',
  too_large: 'El contenido es demasiado grande (máximo 64 KB).',
  unsupported_type: 'El tipo de contenido no es el esperado.',
  invalid: 'Revisá los datos marcados.',
  token_invalid: accountStrings.errors.tokenInvalid,
  too_many: 'Demasiados intentos. Esperá un momento y probá de nuevo.',
  busy: 'El servidor está ocupado. Probá de nuevo en unos segundos.',
  unexpected: accountStrings.unexpected,
};
