import { dirname, join } from 'node:path';
import { z } from 'zod';
import { isAlmost } from '~/shared/almost';
import { crmStrings } from '~/shared/strings/crm';
import { WEBHOOK_EVENTS } from '~/shared/webhooks/limits';
import { readAllowance } from './net/addresses';

/** Unusable settings; `message` has one line per problem. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

const origin = z
  .url({
    protocol: /^https?$/,
    error: 'tiene que ser una dirección http(s), por ejemplo https://crm.ejemplo.com',
  })
  .transform((url) => new URL(url))
  .refine((url) => url.pathname === '/' && !url.search && !url.hash && !url.username, {
    error: 'tiene que ser solo el origen, sin ruta ni parámetros',
  })
  .transform((url) => url.origin);

const signingSecret = z
  .string()
  .regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/, 'tiene que ser whsec_ y al menos 24 bytes en base64');

const httpUrl = z.url({ protocol: /^https?$/, error: 'tiene que ser una dirección http(s) completa' });

/** A mail sender: 'correo@dominio', or 'Nombre <correo@dominio>'. */
const mailAddress = z
  .string()
  .regex(/^[^\p{Cc}<>"]*$|^[^\p{Cc}<>"]*<[^\p{Cc}<>\s]+>$/u, 'tiene que ser Nombre <correo@dominio>')
  .transform((text) => {
    const [, name = '', bracketed] = /^([^<]*)<([^>]+)>$/.exec(text) ?? [];
    return { name: name.trim(), address: (bracketed ?? text).trim() };
  })
  .refine(({ address }) => z.regexes.html5Email.test(address), {
    error: 'tiene que ser Nombre <correo@dominio>',
  });

function wholeNumber(min: number, max: number) {
  return z
    .string()
    .regex(/^\d+$/, `tiene que ser un número entero entre ${min} y ${max}`)
    .transform(Number)
    .pipe(z.number().min(min, `tiene que ser ${min} o más`).max(max, `tiene que ser ${max} o menos`));
}

/** Items separated by commas or spaces. */
function list(byDefault = '') {
  return z
    .string()
    .default(byDefault)
    .transform((text) => text.split(/[\s,]+/).filter(Boolean));
}

function decimal(refusal: string) {
  return z
    .string()
    .regex(/^\d+(\.\d+)?$/, refusal)
    .transform(Number);
}

/** A sign of a user or password that a URL cannot have as it is. */
const UNWRITTEN_SIGN = /[^\w\-.~!$&'()*+,;=:%]|%(?![\dA-Fa-f]{2})/u;

function explainMailAddress(url: string, { addIssue }: z.RefinementCtx): void {
  const [, credentials = ''] = /^smtps?:\/\/(.*)@/.exec(url) ?? [];
  const [sign] = UNWRITTEN_SIGN.exec(credentials) ?? [];
  if (sign) addIssue(`el usuario o la contraseña llevan '${sign}': escribilo con ${percentEncode(sign)}`);
  else if (!/^smtps?:$/.test(URL.parse(url)?.protocol ?? '')) addIssue('tiene que ser smtp://… o smtps://…');
}

/** Also signs that encodeURIComponent leaves. */
const percentEncode = (sign: string) =>
  [...new TextEncoder().encode(sign)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');

const yesOrNo = z.enum(['true', 'false'], { error: 'tiene que ser true o false' }).transform((text) => text === 'true');

const settingsSchema = z
  .object({
    HOST: z.string().default('127.0.0.1'),
    PORT: wholeNumber(1, 65_535).default(4321),
    SITE_URL: origin.optional(),
    LANDING_ORIGINS: list().pipe(z.array(origin)),
    FORMER_SITE_URLS: list().pipe(z.array(origin)),
    DATABASE_PATH: z.string().default('db/data/crm.sqlite'),
    SECRETS_KEY_FILE: z.string().optional(),
    BACKUP_DIR: z.string().optional(),
    BACKUP_EVERY_HOURS: decimal('tiene que ser un número de horas; 0 para no hacerlos')
      .pipe(z.number().max(8760, 'tiene que ser 8760 o menos'))
      .default(24),
    BACKUP_KEEP: wholeNumber(1, 1000).default(7),
    ADMIN_EMAIL: z.string().regex(z.regexes.html5Email, 'tiene que ser un email').optional(),
    ADMIN_PASSWORD: z.string().max(256, 'tiene que tener como mucho 256 caracteres').optional(),
    LEAD_WEBHOOK_URL: httpUrl.optional(),
    LEAD_WEBHOOK_SECRET: list().pipe(
      z.array(signingSecret).max(2, 'puede tener dos secretos como mucho: el nuevo y el anterior'),
    ),
    LEAD_WEBHOOK_CONFIRMS: yesOrNo.default(false),
    LEAD_WEBHOOK_HEADER: z
      .string()
      .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+:\s*[\x21-\x7e][\x20-\x7e]*$/, "tiene que tener la forma 'Nombre: valor'")
      .optional(),
    LEAD_WEBHOOK_EVENTS: list('lead.created').pipe(
      z
        .array(z.enum(WEBHOOK_EVENTS, { error: `tiene que ser una lista de ${WEBHOOK_EVENTS.join(', ')}` }))
        .min(1, 'tiene que nombrar al menos un evento')
        .transform((events) => [...new Set(events)]),
    ),
    WEBHOOK_ALLOW_PRIVATE: list().transform((entries, context) => {
      const allowance = readAllowance(entries);
      if (allowance) return allowance;
      context.addIssue('tiene que ser una lista de nombres, direcciones o rangos, por ejemplo n8n.interno, 10.0.0.0/8');
      return z.NEVER;
    }),
    SMTP_URL: z.string().superRefine(explainMailAddress).optional(),
    MAIL_FROM: mailAddress.optional(),
    MAIL_DIR: z.string().optional(),
    PUSH_SERVICES: list().pipe(z.array(origin)),
    SIGNUP_POLICY: z
      .enum(['approval', 'open', 'closed'], { error: 'tiene que ser approval, open o closed' })
      .default('approval'),
    SECOND_FACTOR: z
      .enum(['optional', 'admins', 'all'], { error: 'tiene que ser optional, admins o all' })
      .default('optional'),
    PROVISIONING_URL: httpUrl.optional(),
    PROVISIONING_KEY: z
      .string()
      .regex(/^[\x21-\x7e]+$/, 'tiene que ser una clave sin espacios')
      .optional(),
    WHATSAPP_API_URL: httpUrl.transform((url) => url.replace(/\/$/, '')).default('https://graph.facebook.com/v23.0'),
    WHATSAPP_TEMPLATES_A_DAY: wholeNumber(1, 100_000).default(200),
    LOST_LEADS_MONTHS: wholeNumber(0, 120).default(0),
    METRICS_TOKEN: z
      .string()
      .regex(/^[\x21-\x7e]{16,}$/, 'tiene que tener al menos 16 caracteres, sin espacios')
      .optional(),
    TRUSTED_PROXY_HOPS: wholeNumber(0, 10).default(0),
    RATE_LIMIT_SCALE: decimal('tiene que ser un número')
      .pipe(z.number().positive('tiene que ser mayor que 0').max(1_000_000, 'es demasiado grande'))
      .default(1),
  })
  .refine((settings) => Boolean(settings.ADMIN_EMAIL) === Boolean(settings.ADMIN_PASSWORD), {
    path: ['ADMIN_PASSWORD'],
    error: 'ADMIN_EMAIL y ADMIN_PASSWORD van juntos: falta uno de los dos',
  })
  .refine((settings) => !settings.SMTP_URL || settings.MAIL_FROM, {
    path: ['MAIL_FROM'],
    error: 'con SMTP_URL hace falta decir quién envía los correos',
  })
  .refine((settings) => Boolean(settings.PROVISIONING_URL) === Boolean(settings.PROVISIONING_KEY), {
    path: ['PROVISIONING_KEY'],
    error: 'PROVISIONING_URL y PROVISIONING_KEY van juntos: falta uno de los dos',
  })
  .transform((settings) => {
    const { PORT, DATABASE_PATH, SITE_URL = `http://localhost:${PORT}` } = settings;
    const sender = { name: crmStrings.brand, address: `no-responder@${new URL(SITE_URL).hostname}` };
    return {
      ...settings,
      SITE_URL,
      BACKUP_DIR: settings.BACKUP_DIR ?? join(dirname(DATABASE_PATH), 'backups'),
      MAIL_DIR: settings.MAIL_DIR ?? join(dirname(DATABASE_PATH), 'mail'),
      SECRETS_KEY_FILE: settings.SECRETS_KEY_FILE ?? `${DATABASE_PATH}.clave`,
      MAIL_FROM: settings.MAIL_FROM ?? sender,
    };
  });

export type Settings = z.infer<typeof settingsSchema>;

/** Validates `source`; an empty value counts as unset. Throws SettingsError naming every invalid variable and why. */
export function readSettings(source: NodeJS.ProcessEnv): Settings {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const result = settingsSchema.safeParse(given);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => `  ${String(issue.path[0] ?? '')}: ${issue.message}`);
  throw new SettingsError(`Hay ajustes que no se pueden usar:\n${lines.join('\n')}`);
}

/** Settings that say something only together with another one. */
const COMPANIONS = { LEAD_WEBHOOK_SECRET: 'LEAD_WEBHOOK_URL', LEAD_WEBHOOK_HEADER: 'LEAD_WEBHOOK_URL' };

/** What is probably a mistake though the program can start with it, a sentence each. Never says a value. */
export function doubtSettings(source: NodeJS.ProcessEnv): string[] {
  const given = Object.keys(source).filter((name) => source[name] !== '');
  const known = Object.keys(settingsSchema.in.shape);
  const misspelt = given.flatMap((name) => {
    const meant = known.includes(name) ? undefined : known.find((one) => isAlmost(name, one));
    return meant && !given.includes(meant) ? [`${name} no es un ajuste. ¿Quisiste decir ${meant}?`] : [];
  });
  const alone = Object.entries(COMPANIONS).flatMap(([name, other]) =>
    given.includes(name) && !given.includes(other) ? [`${name} no sirve de nada sin ${other}, que falta.`] : [],
  );
  return [...misspelt, ...alone];
}

/** Whether this is the demo, which sends nothing out. Set by process/launch.mjs. */
export const isDemo = (): boolean => process.env.CRM_DEMO === 'true';

/** All the demo reads: it may run beside production, whose mail server, automation and key must stay untouched. */
const DEMO_SETTINGS = ['HOST', 'PORT', 'SITE_URL', 'DATABASE_PATH'];

let settings: Settings | undefined;

/** This process's settings, read once. */
export function getSettings(): Settings {
  settings ??= readSettings(
    isDemo() ? Object.fromEntries(DEMO_SETTINGS.map((name) => [name, process.env[name]])) : process.env,
  );
  return settings;
}
