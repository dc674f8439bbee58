import { getSettings } from '~/server/env';
import type { MailContent } from '~/server/mail/render';
import { zoneOf } from '~/server/notices/settings/settings';
import { describeNetwork } from '~/shared/accounts/describe-network';
import { INITIAL_PASSWORD_DAYS } from '~/shared/accounts/schema';
import { clockIn } from '~/shared/notices/wall-clock';
import { crmStrings } from '~/shared/strings/crm';
import type { AccountRow } from '../account-queries';
import { issueLink } from '../one-time-tokens';
import { describeMade, describeStanding, writeAccessRests } from './access-rests-mail';
import type { NoticeMail, RevokedAccess } from './enqueue-mail';

/** A mail without its greeting, and its link's token. */
export type Content = Omit<MailContent, 'name' | 'footnotes'> & { footnotes?: string[]; token?: string };

export const ONCE_30_MINUTES = 'El enlace sirve una sola vez y vence en 30 minutos.';

/** For a coordinator who has not chosen a password yet. */
export function writeAccessLink({ id, company_name }: AccountRow): Content {
  const { token, url } = issueLink('access', { user_id: id });
  return {
    token,
    subject: `Tu acceso al CRM de ${crmStrings.brand}`,
    paragraphs: [
      `Ya tenés una cuenta para coordinar ${company_name ?? crmStrings.brand}. Con este enlace entrás sin contraseña y elegís la tuya:`,
    ],
    action: { label: 'Entrar al CRM', url },
    footnotes: [
      'El enlace sirve una sola vez y vence en 72 horas.',
      'Si ya venció, abrilo igual: ahí mismo podés pedir otro.',
    ],
  };
}

/** A notice to `person`, perhaps about another one, with a new link if it needs one; null if it no longer applies. */
export function writeNotice(mail: NoticeMail, person: AccountRow, about: AccountRow | undefined): Content | null {
  const { SITE_URL } = getSettings();
  const signIn = { label: 'Iniciar sesión', url: `${SITE_URL}/login` };
  switch (mail.template) {
    case 'awaiting_approval':
      if (about?.status !== 'pending') return null;
      return {
        subject: 'Una persona espera aprobación',
        paragraphs: [`${about.name} (${about.email}) verificó su email y espera que alguien apruebe su cuenta.`],
        action: { label: 'Ver el equipo', url: `${SITE_URL}/users?vista=equipo` },
        footnotes: ['Recibís este aviso porque administrás el CRM.'],
      };
    case 'approved':
      return {
        subject: 'Tu cuenta fue aprobada',
        paragraphs: [`Ya podés entrar al CRM de ${crmStrings.brand} con tu email y tu contraseña.`],
        action: signIn,
      };
    case 'reset_by_admin': {
      const { token, url } = issueLink('reset', { user_id: person.id });
      return {
        token,
        subject: 'Tu contraseña fue restablecida',
        paragraphs: [
          'Un administrador restableció tu contraseña. La anterior ya no sirve y se cerraron tus sesiones.',
          ...describeRevoked(mail.closed),
          'Elegí una nueva con este enlace. Si tenés claves de acceso, hasta entonces no sirven; ahí mismo decís cuáles son tuyas.',
        ],
        action: { label: 'Elegir contraseña', url },
        footnotes: [ONCE_30_MINUTES, `Si ya venció, pedí otro en ${SITE_URL}/cuenta/recuperar con este mismo email.`],
      };
    }
    case 'password_changed':
      return {
        subject: 'Tu contraseña cambió',
        paragraphs: [
          'La contraseña de tu cuenta acaba de cambiar y se cerraron las demás sesiones.',
          ...describeRevoked(mail.closed),
        ],
        footnotes: [`Si no fuiste vos, pedí una nueva ya mismo en ${SITE_URL}/cuenta/recuperar.`],
      };
    case 'role_changed':
      return {
        subject: 'Cambiaron tus permisos',
        paragraphs: [
          person.is_admin
            ? 'Ahora sos administrador: podés gestionar inmobiliarias, coordinadores y el equipo.'
            : 'Ya no sos administrador. Seguís pudiendo trabajar con los leads.',
          ...describeRevoked(mail.closed),
          'Para que el cambio valga, volvé a iniciar sesión.',
        ],
        action: signIn,
      };
    case 'access_rests':
      return about ? writeAccessRests(mail, about) : null;
    case 'passkey_added':
    case 'passkey_removed': {
      const isNew = mail.template === 'passkey_added';
      return writeOfAccount(isNew ? 'Agregaste una clave de acceso' : 'Quitaste una clave de acceso', '', [
        isNew
          ? `Tu cuenta tiene una clave de acceso nueva: «${mail.name}». Con ella se entra sin contraseña.`
          : `La clave de acceso «${mail.name}» ya no abre tu cuenta.`,
        'Si no fuiste vos, cerrá las demás sesiones, quitá las claves que no reconozcas y cambiá tu contraseña ya mismo.',
      ]);
    }
    case 'push_device_added':
      return writeOfAccount('Activaste avisos en un dispositivo', '#avisos', [
        `Los avisos de tu cuenta llegan desde ahora también a este dispositivo: ${mail.device}. Muestran el nombre y el país de cada consulta.`,
        TAKE_IT_AWAY,
      ]);
    case 'calendar_address_made':
      return writeOfAccount('Creaste una dirección de calendario', '#calendario', [
        'Tu cuenta tiene una dirección de calendario nueva. Quien la tenga puede leer tus próximos contactos: los nombres y las fechas.',
        TAKE_IT_AWAY,
      ]);
    case 'new_device':
      return {
        ...writeOfAccount('Entraron a tu cuenta desde un navegador nuevo', '#sesiones', [
          `Alguien inició sesión con tu cuenta desde un navegador que no conocíamos: ${mail.device}, ${describeNetwork(mail.network)}, el ${sayMoment(mail.at, zoneOf(person.id))}.`,
          'Si fuiste vos, no hace falta que hagas nada.',
          'Si no fuiste vos, cerrá esa sesión y cambiá tu contraseña ya mismo.',
        ]),
        action: { label: 'Ver mis sesiones', url: `${SITE_URL}/cuenta#sesiones` },
      };
    case 'second_factor_set':
    case 'second_factor_removed':
    case 'second_factor_reset':
    case 'second_factor_failed':
    case 'recovery_codes_renewed':
    case 'recovery_code_used':
      return writeOfSecondFactor(mail.template, 'closed' in mail ? mail.closed : undefined);
    case 'link_copied':
      return {
        subject: 'Un administrador tiene un enlace para tu cuenta',
        paragraphs: [
          `Un administrador copió un enlace con el que elegís tu contraseña en el CRM de ${crmStrings.brand}, para dártelo en mano. Los enlaces anteriores ya no sirven.`,
        ],
        footnotes: [
          `Si no te lo dio, o alguien más lo tuvo, pedí otro en ${SITE_URL}/cuenta/recuperar: con la contraseña que elijas, aquel deja de servir.`,
        ],
      };
    case 'access_link':
      return writeAccessLink(person);
    case 'welcome_coordinator':
      return {
        subject: `Bienvenida al CRM de ${crmStrings.brand}`,
        paragraphs: [
          `Ya tenés una cuenta para coordinar ${person.company_name ?? crmStrings.brand}. Entrá con este email y la contraseña inicial que te da tu contacto en ${crmStrings.brand}.`,
          `En el primer ingreso vas a elegir tu propia contraseña. La inicial vence en ${INITIAL_PASSWORD_DAYS} días.`,
        ],
        action: signIn,
      };
  }
}

const TAKE_IT_AWAY = 'Si no fuiste vos, quitalo y cambiá tu contraseña ya mismo.';

/** Something new in one's account; `part` anchors where it can be taken away. */
function writeOfAccount(subject: string, part: string, paragraphs: string[]): Content {
  const { SITE_URL } = getSettings();
  return {
    subject,
    paragraphs,
    action: { label: 'Ver mi cuenta', url: `${SITE_URL}/cuenta${part}` },
    footnotes: [`¿No podés entrar? Elegí una contraseña nueva en ${SITE_URL}/cuenta/recuperar.`],
  };
}

/** A sentence each on what was revoked along the way and on what rests; empty if nothing does. */
function describeRevoked(closed: RevokedAccess | undefined): string[] {
  if (!closed) return [];
  const { passkeys, devices, calendar, made, standing } = closed;
  const gone = [
    ...passkeys.map((name) => `la clave de acceso «${name}»`),
    ...(devices > 0 ? ['los avisos en tus dispositivos'] : []),
    ...(calendar ? ['tu dirección de calendario'] : []),
  ];
  return [
    ...(gone.length > 0 ? [`Además dejaron de servir, y podés agregarlos de nuevo: ${gone.join(', ')}.`] : []),
    ...describeMade(made),
    ...describeStanding(standing),
  ];
}

/** Wall-clock time in a zone, with the city that names it. */
function sayMoment(at: string, zone: string): string {
  const { day, hour } = clockIn(zone, Date.parse(at));
  const city = zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
  return `${day.split('-').reverse().join('/')} a las ${hour} (hora de ${city})`;
}

type OfSecondFactor = Extract<NoticeMail['template'], `second_factor_${string}` | `recovery_${string}`>;

const OF_SECOND_FACTOR: Record<OfSecondFactor, { subject: string; text: string }> = {
  second_factor_set: {
    subject: 'Activaste la verificación en dos pasos',
    text: 'Desde ahora, para entrar a tu cuenta se pide también el código de tu aplicación.',
  },
  second_factor_removed: {
    subject: 'Se desactivó la verificación en dos pasos',
    text: 'Para entrar a tu cuenta ahora alcanza con la contraseña.',
  },
  second_factor_reset: {
    subject: 'Tu verificación en dos pasos fue restablecida',
    text: 'Quien administra el CRM quitó la verificación en dos pasos de tu cuenta y cerró tus sesiones. Entrá con tu contraseña y activala de nuevo.',
  },
  second_factor_failed: {
    subject: 'Alguien no pasó la verificación en dos pasos',
    text: 'Alguien escribió tu contraseña correcta y después cinco códigos equivocados. No entró.',
  },
  recovery_codes_renewed: {
    subject: 'Hay códigos de recuperación nuevos',
    text: 'Se hicieron diez códigos de recuperación para tu cuenta. Los anteriores ya no sirven.',
  },
  recovery_code_used: {
    subject: 'Se usó un código de recuperación',
    text: 'Alguien entró a tu cuenta, o confirmó que era quien dice, con uno de tus códigos de recuperación. Ese código ya no sirve.',
  },
};

function writeOfSecondFactor(template: OfSecondFactor, closed?: RevokedAccess): Content {
  const { subject, text } = OF_SECOND_FACTOR[template];
  return {
    subject,
    paragraphs: [text, ...describeRevoked(closed)],
    footnotes: [
      `Si no fuiste vos, cambiá tu contraseña ya mismo en ${getSettings().SITE_URL}/cuenta/recuperar y avisale a quien administra el CRM.`,
    ],
  };
}
