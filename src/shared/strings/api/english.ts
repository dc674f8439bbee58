import type { ErrorCode } from '~/shared/errors';
import { TOKEN_SCOPES } from '~/shared/tokens/token';
import { companyStrings } from '../companies';
import { whatsappErrors } from '../lead/conversation';
import { bulkErrors, joinErrors, leadErrors, undoErrors } from '../lead/errors';
import { followUpErrors } from '../lead/follow-up-errors';
import { numberErrors } from '../numbers';
import { tokenStrings } from '../tokens';
import { webhookStrings } from '../webhooks';
import { apiLeadStrings } from './parameters';

/** Each error code explained to developers. */
export const ENGLISH_OF_CODES: Record<ErrorCode, string> = {
  malformed: 'The request could not be understood: check the JSON, the address, the cursor and the headers.',
  unauthenticated: 'A token is required: send it as "Authorization: Bearer ai_live_…".',
  wrong_token: 'This token does not exist, has expired or was revoked.',
  invalid_credentials: 'Email or password are wrong.',
  email_unverified: 'The email of this account is not verified yet.',
  awaiting_approval: 'This account awaits the approval of an administrator.',
  account_suspended: 'This account is suspended.',
  agency_inactive: 'The agency of this account is inactive.',
  initial_password_expired: 'The initial password has expired.',
  forbidden: 'The token has no scope for this, or no token may do it.',
  must_change_password: 'The initial password has to be changed first.',
  step_up: 'The password or second factor has to be confirmed first.',
  second_factor_required: 'A second factor has to be set up first.',
  sign_in_expired: 'The sign-in took too long: begin again.',
  invalid_code: 'The code is wrong, or was used already.',
  forbidden_origin: 'The request comes from another site.',
  signup_closed: 'Signing up is closed.',
  not_found: 'There is no such thing, or it is in the trash.',
  method_not_allowed: 'This address has no such method: see the Allow header.',
  conflict: 'The request clashes with the present state: read it again and decide anew.',
  precondition_failed: 'The version that If-Match names is no longer the current one: read it again.',
  other_account: 'Another account is signed in.',
  last_admin: 'At least one active administrator has to stay.',
  inactive_member: 'This person has to be active first.',
  account_exists: 'There is an account with this email already.',
  coordinator_exists: 'This agency has a coordinator already.',
  name_exists: 'There is an agency with this name already: send "confirm": true to make another one.',
  lead_not_won: 'The lead is not won (estado "ganado").',
  lead_has_company: 'There is an agency of this lead already.',
  company_in_use: 'This agency has people or a history and cannot be deleted.',
  window_closed:
    'More than 24 hours have passed since their last message: WhatsApp only accepts an approved template.',
  plan_limit: 'The plan of this agency allows no more active agents.',
  own_account: 'This is the own account.',
  staff_stays: 'Staff is suspended, never deleted.',
  too_large: 'The body is too large.',
  unsupported_type: 'The content type is not the expected one: send application/json.',
  misdirected: 'This server does not answer to that host name.',
  invalid: 'The request is well-formed, but some of its values are not acceptable.',
  already_made: 'This Idempotency-Key was used with another body.',
  token_invalid: 'The link has expired or was used.',
  passkey_unknown: 'This passkey is not known.',
  passkey_refused: 'The passkey was refused.',
  passkey_at_rest: 'This passkey cannot be used now.',
  too_many: 'Too many requests: wait as long as Retry-After says.',
  busy: 'The server is busy: wait as long as Retry-After says.',
  unexpected: 'Something went wrong on the server. It was logged.',
};

type Sentences<Strings> = {
  [Name in keyof Strings as Strings[Name] extends string ? Name : never]: string;
};

/** Each Spanish sentence here is a rule; this is its English. */
const OF_LEADS: Sentences<typeof leadErrors> = {
  required: 'is required',
  nombreRequired: 'is required',
  unreachable: 'email or whatsapp is required',
  waitingInvalid: 'must be true or false',
  nombreLong: 'must have at most 120 characters',
  confirmEmail: 'must be the email of the lead',
  confirmPhone: 'must be the whatsapp of the lead',
  noNumber: 'the lead has no WhatsApp number',
  emailInvalid: 'must be an email address of at most 254 characters',
  whatsappLong: 'must have at most 32 characters',
  paisInvalid: 'must be one of the countries in the description',
  clientTypeInvalid: 'must be one of the client types in the description',
  estadoInvalid: 'must be one of nuevo, contactado, en_seguimiento, ganado, perdido',
  mensajeLong: 'must have at most 5000 characters',
  empresaLong: 'must have at most 120 characters',
  noteRequired: 'is required',
  contactAnswer: 'send either contacted or outcome',
  noteLong: 'must have at most 5000 characters',
  searchLong: 'must have at most 120 characters',
  unknownFilter: 'is no filter',
  nothingToChange: 'at least one field to change is required',
  filterInvalid: 'has no such value: see the description',
};

const OF_FOLLOW_UP: Sentences<typeof followUpErrors> = {
  dayInvalid: 'must be a day that exists, YYYY-MM-DD',
  zoneInvalid: 'must be an IANA time zone',
  agendaOrder: 'cannot be combined with agenda',
  ownerInvalid: 'must be an active member of the staff: see GET /api/staff',
  nextContactInvalid: 'must be a day that exists, YYYY-MM-DD',
  nextContactHourInvalid: 'must be an hour, HH:MM',
  nextContactHourAlone: 'needs next_contact_on',
  planInvalid: 'must be the id of a plan',
  billingInvalid: 'must be anual or mensual',
  billingAlone: 'needs plan',
  lostReasonInvalid: 'must be one of the reasons in the description',
  lostReasonOnlyLost: 'needs estado "perdido"',
  idleInvalid: 'must be a number of days from 1 to 999',
};

const OF_MANY: Sentences<typeof bulkErrors> = {
  ids: 'must be a list of 1 to 500 ids',
  target: 'send either ids or filter',
  deletedAlone: 'cannot be combined with other changes',
  keyMissing: 'An Idempotency-Key is required to change leads by a filter.',
  undoGone: 'This change can no longer be undone.',
};

const OF_JOINS: Sentences<typeof joinErrors> = {
  itself: 'must be another lead',
  tooLate: 'They were joined more than 30 days ago.',
  inTrash: 'The lead that it was joined into is in the trash.',
};

const OF_UNDOING: Sentences<typeof undoErrors> = {
  ofSomebody: 'Somebody else did this.',
  tooOld: 'This happened more than a day ago.',
  impossible: 'This cannot be undone.',
  joined: 'This belongs to a lead that was joined into this one.',
  later: 'You changed it again later: undo that first.',
  worked: 'Somebody else has worked on this lead since.',
};

const OF_NUMBERS: Sentences<typeof numberErrors> = {
  swapped: 'must not be after to',
  tooLong: 'must be at most two years before to',
  dimension: 'must be source, owner, country, type, plan or via',
  sameDimension: 'must not be the same as rows',
  goal: 'must be a whole number from 1 to 1000000000, or null',
};

const OF_COMPANIES: Sentences<typeof companyStrings.errors> = {
  nameRequired: 'is required',
  nameLong: 'must have at most 120 characters',
  leadInvalid: 'must be the id of a lead',
  confirmInvalid: 'must be true or false',
  countryLong: 'must have at most 60 characters',
  planInvalid: 'must be FREE or PRO',
  statusInvalid: 'must be active or inactive',
  agentNameRequired: 'is required',
  emailRequired: 'is required',
  emailInvalid: 'must be an email address of at most 254 characters',
  agentStatusInvalid: 'must be active or suspended',
  nothingToChange: 'at least one field to change is required',
  searchLong: 'must have at most 200 characters',
};

const OF_WEBHOOKS: Sentences<typeof webhookStrings.errors> = {
  url: 'must be a whole address, as https://n8n.example.com/webhook/leads',
  urlLong: 'must have at most 2048 characters',
  credentials: 'must hold no user and no password: use header',
  forbidden: 'must exist, be on the internet and begin with https://',
  taken: 'is the address of a destination already',
  events: 'must be a list of at least one event',
  event: 'names an event that does not exist',
  header: 'must be "Name: value", in ASCII',
  headerLong: 'must have at most 2048 characters',
  headerOwn: 'is a header that the CRM or the connection sets',
  active: 'must be true or false',
  nothing: 'at least one field to change is required',
  day: 'must be a day that exists, YYYY-MM-DD',
  future: 'must not be in the future',
  tooMany: 'There are as many destinations as there may be: remove one.',
  manySecrets: 'This secret was changed too often in a day.',
  paused: 'This destination is paused.',
  removed: 'The destination of this delivery was removed.',
  unreadable: 'The secret of this destination can no longer be read.',
};

const OF_MESSAGES: Sentences<typeof whatsappErrors> = {
  notConnected: 'No WhatsApp number is connected.',
  noNumber: 'This lead has no number that WhatsApp could reach.',
  bodyRequired: 'is required',
  bodyLong: 'must have at most 4096 characters',
  oneOf: 'send either body, or template with its fields',
  templateInvalid: 'must be the name of an approved template',
  languageInvalid: 'must be a language in which the template is approved',
  languageMissing: 'is required: the template is approved in several languages',
  fieldsWrong: 'must fill each place of the body of the template, and no more',
  fieldRequired: 'must not be empty',
  fieldLong: 'must have at most 1000 characters',
  noAccount: 'The id of the WhatsApp Business account is missing: an administrator has to add it.',
  templatesUnread: 'WhatsApp did not give the templates: try again in a moment.',
  fileGone: 'WhatsApp has this file no more.',
  fileLarge: 'The file is larger than 16 MB.',
  fileUnread: 'WhatsApp did not give the file: try again in a moment.',
  fileBusy: 'Several files are being fetched: try again in a moment.',
};

const OF_PROGRAMS: Sentences<typeof apiLeadStrings.errors> = {
  source: 'must have 1 to 40 characters',
  ownSource: 'must not be a name that the CRM gives itself (landing, crm_manual)',
  createdAt: 'must be an ISO 8601 date-time with a zone, as 2026-11-24T10:00:00Z',
  createdAhead: 'must not be in the future',
  createdOld: 'must not be before 2000',
  twoOwners: 'cannot be combined with owner_id',
  tema: 'must have at most 120 characters',
  onMatch: 'must be create, update or skip',
  match: 'must be email or whatsapp',
  matchAlone: 'needs on_match "update" or "skip"',
  matchEmpty: 'names a field that is empty',
  since: 'must be an ISO 8601 date-time with a zone, or the next_cursor of an answer to since',
  sinceAlone: 'cannot be combined with since',
  limit: 'must be an integer from 1 to 500',
};

const OF_TOKENS = {
  [tokenStrings.errors.readOnly]: 'This token may only read.',
  [tokenStrings.errors.closed]: 'No token may do this.',
  [tokenStrings.errors.withCookie]: 'The request has a token and a cookie: send the token alone.',
  [tokenStrings.errors.key]: 'Idempotency-Key must have 1 to 255 visible ASCII characters.',
  [companyStrings.emailTaken]: 'is an agent of this agency already',
};

/** The English rule behind each Spanish sentence that programs may get. */
export const ENGLISH_OF_RULES: ReadonlyMap<string, string> = new Map([
  ...pair(leadErrors, OF_LEADS),
  ...pair(followUpErrors, OF_FOLLOW_UP),
  ...pair(bulkErrors, OF_MANY),
  ...pair(joinErrors, OF_JOINS),
  ...pair(undoErrors, OF_UNDOING),
  ...pair(numberErrors, OF_NUMBERS),
  ...pair(companyStrings.errors, OF_COMPANIES),
  ...pair(webhookStrings.errors, OF_WEBHOOKS),
  ...pair(whatsappErrors, OF_MESSAGES),
  ...pair(apiLeadStrings.errors, OF_PROGRAMS),
  ...Object.entries(OF_TOKENS),
  ...TOKEN_SCOPES.flatMap((scope): [string, string][] =>
    scope === 'read' ? [] : [[tokenStrings.errors.noScope(scope), `This token has no scope "${scope}".`]],
  ),
]);

function pair(spanish: Record<string, unknown>, english: Record<string, string>): [string, string][] {
  return Object.entries(english).map(([name, rule]) => [String(spanish[name]), rule]);
}
