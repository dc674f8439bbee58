import { z } from 'zod';
import { whatsappErrors as errors } from '~/shared/strings/lead/conversation';
import { MESSAGE_LENGTH } from '~/shared/whatsapp/message';
import { fillWhatsappTemplate, listPlaceholders, type WhatsappTemplate } from '~/shared/whatsapp/template';
import { AppError, errorAt } from '../app-error';
import { openConnection } from './connection';
import { callGraph } from './graph';

const buttonSchema = z.looseObject({ type: z.string(), url: z.string().optional() });
const componentSchema = z.looseObject({
  type: z.string(),
  format: z.string().optional(),
  text: z.string().optional(),
  buttons: z.array(buttonSchema).optional(),
});
const templateSchema = z.looseObject({
  name: z.string().min(1),
  language: z.string().min(1),
  status: z.string(),
  category: z.string(),
  components: z.array(componentSchema),
});
type Component = z.infer<typeof componentSchema>;

/** A page of `GET /{business-account-id}/message_templates`. */
const templatesPageSchema = z.looseObject({
  data: z.array(z.unknown()),
  paging: z
    .looseObject({
      cursors: z.looseObject({ after: z.string().optional() }).optional(),
      next: z.string().optional(),
    })
    .optional(),
});

/**
 * Reads a template from Meta's list; null if it is not approved, or needs more than the variables of its body: files,
 * variables in header or buttons, flows, codes.
 */
export function readTemplate(listed: unknown): WhatsappTemplate | null {
  const read = templateSchema.safeParse(listed);
  if (!read.success || read.data.status !== 'APPROVED' || !read.data.components.every(isPlain)) return null;
  const { name, language, category, components } = read.data;
  const textOf = (type: string) => components.find((one) => typeOf(one) === type)?.text ?? null;
  const body = textOf('BODY');
  if (!body) return null;
  const fields = listPlaceholders(body).length;
  return { name, language, category, header: textOf('HEADER'), body, footer: textOf('FOOTER'), fields };
}

const typeOf = ({ type }: { type: string }) => type.toUpperCase();

function isPlain(component: Component): boolean {
  const { format, text = '', buttons = [] } = component;
  switch (typeOf(component)) {
    case 'HEADER':
      return (format ?? 'TEXT').toUpperCase() === 'TEXT' && listPlaceholders(text).length === 0;
    case 'BODY':
    case 'FOOTER':
      return true;
    case 'BUTTONS':
      return buttons.every(
        (button) =>
          typeOf(button) === 'QUICK_REPLY' ||
          (typeOf(button) === 'URL' && listPlaceholders(button.url ?? '').length === 0),
      );
    default:
      return false;
  }
}

const CACHE_MS = 60_000;
const TIMEOUT_MS = 10_000;
const PAGE = 100;
/** Meta allows an account 6000 at most; nobody chooses from so many. */
const MAX_PAGES = 10;

type CachedTemplates = { account: string; until: number; templates: Promise<WhatsappTemplate[]> };
let kept: CachedTemplates | null = null;

/**
 * Approved templates that can be sent from here, by name. Cached for a minute.
 * @throws {AppError} `conflict` without a number or the account's id; `busy` if Meta does not answer.
 */
export function listApprovedTemplates(): Promise<WhatsappTemplate[]> {
  const connection = openConnection();
  if (!connection) throw new AppError('conflict', { message: errors.notConnected });
  const { business_account_id: account } = connection;
  if (account === null) throw new AppError('conflict', { message: errors.noAccount });
  if (kept?.account === account && kept.until > performance.now()) return kept.templates;
  const templates = readAll(connection.token, account);
  kept = { account, until: performance.now() + CACHE_MS, templates };
  templates.catch(() => {
    if (kept?.templates === templates) kept = null;
  });
  return templates;
}

async function readAll(token: string, account: string): Promise<WhatsappTemplate[]> {
  const found: WhatsappTemplate[] = [];
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let after: string | undefined;
  try {
    for (let read = 0; read < MAX_PAGES; read++) {
      const query = {
        fields: 'name,status,language,category,components',
        limit: String(PAGE),
        ...(after !== undefined && { after }),
      };
      const page = templatesPageSchema.parse(
        await callGraph({ token }, `${account}/message_templates`, { query, signal }),
      );
      found.push(...page.data.flatMap((one) => readTemplate(one) ?? []));
      after = page.paging?.next === undefined ? undefined : page.paging.cursors?.after;
      if (after === undefined) break;
    }
  } catch (error) {
    throw new AppError('busy', { message: errors.templatesUnread, retryAfterSeconds: 5, cause: error });
  }
  return found.sort((a, b) => a.name.localeCompare(b.name) || a.language.localeCompare(b.language));
}

/** A filled template, as text and as sent. */
export type FilledTemplate = {
  text: string;
  /** `places` only where they have names. */
  sent: { name: string; language: string; fields: readonly string[]; places?: string[] };
};

/**
 * Fills an approved template's body. `language` is needed where it has several.
 * @throws {AppError} as `listTemplates`; `invalid` for another template, language, or number of fields.
 */
export async function fillApprovedTemplate(
  name: string,
  language: string | undefined,
  fields: readonly string[] = [],
): Promise<FilledTemplate> {
  const ofName = (await listApprovedTemplates()).filter((one) => one.name === name);
  if (ofName.length === 0) throw errorAt('template', errors.templateInvalid);
  if (language === undefined && ofName.length > 1) throw errorAt('language', errors.languageMissing);
  const template = language === undefined ? ofName[0] : ofName.find((one) => one.language === language);
  if (!template) throw errorAt('language', errors.languageInvalid);
  if (fields.length !== template.fields) throw errorAt('fields', errors.fieldsWrong);
  const text = fillWhatsappTemplate(template, fields);
  if (text.length > MESSAGE_LENGTH) throw errorAt('fields', errors.bodyLong);
  const places = listPlaceholders(template.body);
  const isNamed = places.some((place) => !/^\d+$/.test(place));
  return { text, sent: { name, language: template.language, fields, ...(isNamed && { places }) } };
}
