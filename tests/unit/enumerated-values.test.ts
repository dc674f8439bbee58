import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { TokenPurpose } from '~/server/accounts/one-time-tokens';
import type { EnquiryState } from '~/server/enquiries/intake';
import type { SetAsideReason } from '~/server/enquiries/set-aside-list';
import type { CreationKind } from '~/server/idempotency/idempotency';
import type { Outcome } from '~/server/imports/apply-rows';
import type { StoredState } from '~/server/imports/import-queries';
import type { BulkAct } from '~/server/leads/bulk/acts';
import type { MessageRow } from '~/server/leads/messages/message-queries';
import type { Channel } from '~/server/notices/notify';
import type { Step } from '~/server/notices/response-timers/response-timers';
import { insertNotified, selectNotified } from '~/server/notices/troubles/troubles';
import { PROFILE_STATUSES, type Role } from '~/shared/accounts/account';
import { INVITED_ROLES } from '~/shared/accounts/invitation';
import { AGENCY_PLANS, AGENT_STATUSES, COMPANY_STATUSES } from '~/shared/companies/enums';
import { DELIVERY_KINDS, DELIVERY_STATES, END_REASONS } from '~/shared/deliveries/delivery';
import { CLIENT_TYPES, CONTACT_CHANNELS, LEAD_COUNTRIES, LEAD_STATUSES, LOST_REASONS } from '~/shared/leads/enums';
import { BILLINGS } from '~/shared/leads/plans';
import { EMAIL_CHOICES, TROUBLES } from '~/shared/notices/settings';
import { TEMPLATE_CHANNELS } from '~/shared/templates/template';
import type { PauseReason } from '~/shared/webhooks/webhook';
import { provideOwnDatabase } from '../support/own-database';

provideOwnDatabase();

/** All values of a type without a list; the compiler refuses a missing or unknown one. */
function allOf<Value extends string>(values: Record<Value, true>): string[] {
  return Object.keys(values);
}

const DIRECTIONS = allOf<MessageRow['direction']>({ in: true, out: true });

/** What the code may store in each column whose values the schema enumerates. */
const STORED: Record<string, readonly string[]> = {
  'agents.status': AGENT_STATUSES,
  'bulk_acts.state': allOf<BulkAct['state']>({ doing: true, done: true, undoing: true, undone: true }),
  'companies.plan': AGENCY_PLANS,
  'companies.status': COMPANY_STATUSES,
  'contact_attempts.channel': CONTACT_CHANNELS,
  'creations.kind': allOf<CreationKind>({ lead: true, note: true, company: true, agent: true, message: true }),
  'deliveries.kind': DELIVERY_KINDS,
  'deliveries.state': DELIVERY_STATES,
  'deliveries.ended_in': END_REASONS,
  'enquiries.state': allOf<EnquiryState>({
    ...{ accepted: true, repeated: true, invalid: true, set_aside: true, discarded: true },
  }),
  'enquiries.reason': allOf<SetAsideReason>({ honeypot: true, rate: true, failure: true }),
  'import_rows.outcome': allOf<Outcome['outcome']>({ created: true, joined: true, skipped: true, rejected: true }),
  'imports.state': allOf<StoredState>({
    ...{ reading: true, ready: true, running: true, done: true, undoing: true, undone: true },
  }),
  'invitations.role': INVITED_ROLES,
  'lead_counters.estado': LEAD_STATUSES,
  'lead_watches.step': allOf<Step>({ insist: true, alarm: true }),
  'leads.billing': BILLINGS,
  'leads.client_type': CLIENT_TYPES,
  'leads.estado': LEAD_STATUSES,
  'leads.lost_reason': LOST_REASONS,
  'leads.pais': LEAD_COUNTRIES,
  'message_reactions.direction': DIRECTIONS,
  'message_statuses.status': allOf<NonNullable<MessageRow['status']>>({
    ...{ sent: true, delivered: true, read: true, failed: true },
  }),
  'message_templates.channel': TEMPLATE_CHANNELS,
  'message_templates.estado': LEAD_STATUSES,
  'messages.direction': DIRECTIONS,
  'notice_cursors.channel': allOf<Channel['name']>({ mail: true, push: true }),
  'notice_rounds.step': allOf<Step>({ insist: true, alarm: true }),
  'notice_settings.email': EMAIL_CHOICES,
  'notice_troubles.kind': TROUBLES,
  'one_time_tokens.purpose': allOf<TokenPurpose>({
    ...{ first_admin: true, verify: true, reset: true, access: true, invitation: true },
  }),
  'owner_counters.estado': LEAD_STATUSES,
  'profiles.notice_email': EMAIL_CHOICES,
  'profiles.status': PROFILE_STATUSES,
  'user_roles.role': allOf<Role>({ admin: true, coordinator: true }),
  'webhooks.pause': allOf<PauseReason>({ hand: true, failing: true }),
};

/** The values of each enumerated column. A table's own rules come after its columns and name only some of them. */
function readEnumerated(): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  const schema = readFileSync('db/schema.sql', 'utf8');
  for (const [, table, columns = ''] of schema.matchAll(/^CREATE TABLE "?(\w+)"? \((.*?)\) STRICT/gms))
    for (const [, column, values = ''] of columns.matchAll(/\b(\w+) IN \(('[^)]*')\s*\)/g))
      found[`${table}.${column}`] ??= [...values.matchAll(/'([^']*)'/g)].map(([, value = '']) => value);
  return found;
}

test('the schema takes exactly what the code may store in each enumerated column', () => {
  const sorted = (lists: Record<string, readonly string[]>) =>
    Object.fromEntries(Object.entries(lists).map(([column, values]) => [column, [...values].sort()]));
  expect(sorted(readEnumerated())).toEqual(sorted(STORED));
});

test('every trouble can be stored as told', () => {
  for (const kind of TROUBLES) {
    insertNotified().run({ kind, since: new Date().toISOString() });
    expect(selectNotified().get({ kind }), kind).toBeDefined();
  }
});
