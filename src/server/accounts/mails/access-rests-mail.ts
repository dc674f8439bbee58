import { getSettings } from '~/server/env';
import type { MailContent } from '~/server/mail/render';
import type { AccountRow } from '../account-queries';
import type { MadeAccess, NoticeMail } from './enqueue-mail';

const CAUSES = {
  reset: 'Se restableció el acceso a la cuenta de',
  demoted: 'Ya no administra',
  suspended: 'Se suspendió la cuenta de',
};

/** For administrators: what an account made and now rests, and where to confirm it. */
export function writeAccessRests(
  { cause, made }: Extract<NoticeMail, { template: 'access_rests' }>,
  { id, name, email }: AccountRow,
): Omit<MailContent, 'name'> {
  const { SITE_URL } = getSettings();
  const of = (what: string) => (title: string) => ({ title: `${what} ${title}`, url: `${SITE_URL}/users/reposo` });
  const items = [
    ...made.tokens.map(of('Token')),
    ...made.destinations.map(of('Destino')),
    ...made.numbers.map(of('WhatsApp')),
  ];
  return {
    subject: `Revisá lo que se hizo con la cuenta de ${name}`,
    paragraphs: [
      `${CAUSES[cause]} ${name} (${email}).`,
      ...(items.length > 0
        ? [
            'Lo que sigue queda en reposo, por si lo hizo otra persona: no abre nada ni recibe nada hasta que lo confirmes.',
          ]
        : []),
      ...describeEnded(made),
    ],
    lists: [{ items }],
    action: { label: 'Ver lo que hizo esa cuenta', url: `${SITE_URL}/users?vista=registro&persona=${id}` },
    footnotes: ['Recibís este aviso porque administrás el CRM.'],
  };
}

/** For the account's owner: a sentence each on what rests and on what ended. */
export function describeMade(made?: MadeAccess): string[] {
  if (!made) return [];
  const resting = nameAll(made);
  return [
    ...(resting.length > 0
      ? [`Queda en reposo, hasta que alguien que administra el CRM lo confirme: ${resting.join(', ')}.`]
      : []),
    ...describeEnded(made),
  ];
}

/** For the account's owner: what it made goes on, and may be somebody else's. */
export function describeStanding(standing?: MadeAccess): string[] {
  if (!standing) return [];
  const names = [...nameAll(standing), ...standing.invitations.map((email) => `la invitación a ${email}`)];
  if (names.length === 0) return [];
  return [
    `Lo que creó tu cuenta sigue sirviendo: ${names.join(', ')}. Si no reconocés algo, quitalo ya mismo en ${getSettings().SITE_URL}/users.`,
  ];
}

function nameAll({ tokens, destinations, numbers }: MadeAccess): string[] {
  return [
    ...tokens.map((name) => `el token «${name}»`),
    ...destinations.map((host) => `el destino ${host}`),
    ...numbers.map((number) => `el número de WhatsApp ${number}`),
  ];
}

function describeEnded({ invitations }: MadeAccess): string[] {
  if (invitations.length === 0) return [];
  return [`Las invitaciones que envió esa cuenta ya no sirven: ${invitations.join(', ')}.`];
}
