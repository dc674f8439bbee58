import { getSettings } from '~/server/env';
import type { MailContent } from '~/server/mail/render';
import { INITIAL_PASSWORD_DAYS } from '~/shared/accounts/schema';
import { crmStrings } from '~/shared/strings/crm';
import type { AccountRow } from '../account-queries';
import { issueToken } from '../one-time-tokens';
import type { NoticeMail } from './mails';

/** A mail without its greeting, and the token of its link. */
export type Content = Omit<MailContent, 'name'> & { token?: string };

const NOT_YOU = 'Si no fuiste vos, podés ignorar este correo: sin el enlace nadie puede hacer nada.';
const ONCE_30_MINUTES = 'El enlace sirve una sola vez y vence en 30 minutos.';

/** For whoever signed up. Contains nothing that was typed, because nobody knows yet who typed it. */
export function writeVerification(token: string): Content {
  return {
    token,
    subject: 'Verificá tu email',
    paragraphs: [
      `Alguien pidió una cuenta con este email en el CRM de ${crmStrings.brand}. Si fuiste vos, abrí el enlace y escribí la contraseña que elegiste al pedirla:`,
    ],
    action: { label: 'Verificar mi email', url: linkTo('verificar', token) },
    footnotes: [
      'El enlace sirve una sola vez y vence en 24 horas.',
      'Si no fuiste vos, podés ignorar este correo: sin el enlace y la contraseña no se crea ninguna cuenta.',
    ],
  };
}

/** For the owner of an account, when somebody signs up with the same email. */
export function writeAccountExists(): Content {
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

/** For whoever forgot the password. */
export function writeRecovery(token: string): Content {
  return {
    token,
    subject: 'Elegí una contraseña nueva',
    paragraphs: ['Recibimos un pedido para cambiar tu contraseña. Con este enlace elegís una nueva:'],
    action: { label: 'Elegir contraseña', url: linkTo('restablecer', token) },
    footnotes: [ONCE_30_MINUTES, NOT_YOU],
  };
}

/** For a coordinator who has not chosen a password yet. */
export function writeAccessLink(agency: string | null, token: string): Content {
  return {
    token,
    subject: `Tu acceso al CRM de ${crmStrings.brand}`,
    paragraphs: [
      `Ya tenés una cuenta para coordinar ${agency ?? crmStrings.brand}. Con este enlace entrás sin contraseña y elegís la tuya:`,
    ],
    action: { label: 'Entrar al CRM', url: linkTo('acceso', token) },
    footnotes: [
      'El enlace sirve una sola vez y vence en 72 horas.',
      'Si ya venció, abrilo igual: ahí mismo podés pedir otro.',
    ],
  };
}

/** The text of a notice to `person`, with a new link if it needs one; null if the notice no longer applies. */
export function writeNotice(
  mail: NoticeMail,
  person: AccountRow,
  applicant: AccountRow | undefined,
): Content | null {
  const { SITE_URL } = getSettings();
  switch (mail.template) {
    case 'awaiting_approval':
      if (applicant?.status !== 'pending') return null;
      return {
        subject: 'Una persona espera aprobación',
        paragraphs: [
          `${applicant.name} (${applicant.email}) verificó su email y espera que alguien apruebe su cuenta.`,
        ],
        action: { label: 'Ver el equipo', url: `${SITE_URL}/users?vista=equipo` },
        footnotes: ['Recibís este aviso porque administrás el CRM.'],
      };
    case 'approved':
      return {
        subject: 'Tu cuenta fue aprobada',
        paragraphs: [`Ya podés entrar al CRM de ${crmStrings.brand} con tu email y tu contraseña.`],
        action: { label: 'Iniciar sesión', url: `${SITE_URL}/login` },
        footnotes: [],
      };
    case 'reset_by_admin': {
      const token = issueToken('reset', { user_id: person.id });
      return {
        token,
        subject: 'Tu contraseña fue restablecida',
        paragraphs: [
          'Un administrador restableció tu contraseña. La anterior ya no sirve y se cerraron tus sesiones.',
          'Elegí una nueva con este enlace:',
        ],
        action: { label: 'Elegir contraseña', url: linkTo('restablecer', token) },
        footnotes: [
          ONCE_30_MINUTES,
          `Si ya venció, pedí otro en ${SITE_URL}/cuenta/recuperar con este mismo email.`,
        ],
      };
    }
    case 'password_changed':
      return {
        subject: 'Tu contraseña cambió',
        paragraphs: ['La contraseña de tu cuenta acaba de cambiar y se cerraron las demás sesiones.'],
        footnotes: [`Si no fuiste vos, pedí una nueva ya mismo en ${SITE_URL}/cuenta/recuperar.`],
      };
    case 'role_changed':
      return {
        subject: 'Cambiaron tus permisos',
        paragraphs: [
          person.is_admin
            ? 'Ahora sos administrador: podés gestionar inmobiliarias, coordinadores y el equipo.'
            : 'Ya no sos administrador. Seguís pudiendo trabajar con los leads.',
          'Para que el cambio valga, volvé a iniciar sesión.',
        ],
        action: { label: 'Iniciar sesión', url: `${SITE_URL}/login` },
        footnotes: [],
      };
    case 'access_link':
      return writeAccessLink(person.company_name, issueToken('access', { user_id: person.id }));
    case 'welcome_coordinator':
      return {
        subject: `Bienvenida al CRM de ${crmStrings.brand}`,
        paragraphs: [
          `Ya tenés una cuenta para coordinar ${person.company_name ?? crmStrings.brand}. Entrá con este email y la contraseña inicial que te da tu contacto en ${crmStrings.brand}.`,
          `En el primer ingreso vas a elegir tu propia contraseña. La inicial vence en ${INITIAL_PASSWORD_DAYS} días.`,
        ],
        action: { label: 'Iniciar sesión', url: `${SITE_URL}/login` },
        footnotes: [],
      };
  }
}

/** The token is behind the '#': browsers do not send that part to a server, so it reaches no log. */
function linkTo(page: string, token: string): string {
  return `${getSettings().SITE_URL}/cuenta/${page}#token=${token}`;
}
