import { whatsappErrors as errors } from '~/shared/strings/lead/conversation';
import { MESSAGE_LENGTH } from '~/shared/whatsapp/message';
import { fillTemplate, type MessageTemplate, placesOf } from '~/shared/whatsapp/template';
import { AppError } from '../app-error';
import { openConnection } from './connection';
import { callGraph } from './graph';
import { readTemplate, templatesPageSchema } from './read-templates';

const KEPT_MS = 60_000;
const PATIENCE_MS = 10_000;
const PAGE = 100;
/** Meta allows an account 6000 at most; nobody chooses from so many. */
const MOST_PAGES = 10;

type Kept = { account: string; until: number; templates: Promise<MessageTemplate[]> };
let kept: Kept | null = null;

/**
 * Approved templates that can be sent from here, by name. As Meta told within the last minute.
 * @throws {AppError} `conflict` without a number or the account's id; `busy` if Meta does not tell.
 */
export function listTemplates(): Promise<MessageTemplate[]> {
  const connection = openConnection();
  if (!connection) throw new AppError('conflict', { message: errors.notConnected });
  const { business_account_id: account } = connection;
  if (account === null) throw new AppError('conflict', { message: errors.noAccount });
  if (kept?.account === account && kept.until > performance.now()) return kept.templates;
  const templates = readAll(connection.token, account);
  kept = { account, until: performance.now() + KEPT_MS, templates };
  templates.catch(() => {
    if (kept?.templates === templates) kept = null;
  });
  return templates;
}

async function readAll(token: string, account: string): Promise<MessageTemplate[]> {
  const found: MessageTemplate[] = [];
  const signal = AbortSignal.timeout(PATIENCE_MS);
  let after: string | undefined;
  try {
    for (let read = 0; read < MOST_PAGES; read++) {
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

/** A template as it is sent, and what the person gets to read. */
export type FilledTemplate = {
  text: string;
  /** `places` only where they have names. */
  sent: { name: string; language: string; fields: readonly string[]; places?: string[] };
};

/**
 * Fills an approved template's body. `language` is needed where it has several.
 * @throws {AppError} as `listTemplates`; `invalid` for another template, language, or number of fields.
 */
export async function fillApproved(
  name: string,
  language: string | undefined,
  fields: readonly string[] = [],
): Promise<FilledTemplate> {
  const ofName = (await listTemplates()).filter((one) => one.name === name);
  if (ofName.length === 0) throw invalid('template', errors.templateInvalid);
  if (language === undefined && ofName.length > 1) throw invalid('language', errors.languageMissing);
  const template = language === undefined ? ofName[0] : ofName.find((one) => one.language === language);
  if (!template) throw invalid('language', errors.languageInvalid);
  if (fields.length !== template.fields) throw invalid('fields', errors.fieldsWrong);
  const text = fillTemplate(template, fields);
  if (text.length > MESSAGE_LENGTH) throw invalid('fields', errors.bodyLong);
  const places = placesOf(template.body);
  const isNamed = places.some((place) => !/^\d+$/.test(place));
  return { text, sent: { name, language: template.language, fields, ...(isNamed && { places }) } };
}

function invalid(field: string, message: string): AppError {
  return new AppError('invalid', { message, fields: { [field]: message } });
}
