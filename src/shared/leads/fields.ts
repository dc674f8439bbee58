import { leadStrings } from '../strings/leads';
import { CLIENT_TYPES, LEAD_COUNTRIES, LEAD_STATUSES, LOST_REASONS } from './enums';
import { BILLINGS } from './plans';

/**
 * A lead's fields, each said once: what reads, checks, stores, shows, exports, imports, joins and forgets them follows
 * this record, in its order. For browsers too, so it holds no schema.
 */

/** One field. A kind knows how it is checked, read from a file, shown and edited. */
export type Field = {
  kind: 'text' | 'choice' | 'email' | 'phone' | 'day' | 'hour' | 'moment' | 'person' | 'plan' | 'number';
  label: string;
  /** Never null; a missing email is ''. */
  filled?: true;
  /** Nobody changes it by hand. */
  fixed?: true;
  /** Whoever makes a lead may state it. */
  create?: true;
  /** Of a choice; without labels they are their own names. */
  values?: readonly string[];
  labels?: Readonly<Record<string, string>>;
  /** A text's longest length or a number's highest value; whether a text has several lines. */
  max?: number;
  lines?: true;
  /** Names or tells of the person, so it is forgotten with them. */
  personal?: true;
  /** The field it goes with: where leads are joined, it is taken along. */
  with?: string;
  /** Separating joined leads restores it together with that field, or not at all. */
  group?: string;
  /** The mildest import that changes it in a lead that is there; 'join' by default. */
  merge?: 'fill' | 'overwrite';
  /** Heads of files that mean it, beside its label: 'monto|inversión estimada'. */
  heads?: string;
  /** In a workbook, in characters. */
  width?: number;
};

export const LEAD_FIELDS = {
  nombre: {
    ...{ kind: 'text', label: 'Nombre', max: 120, filled: true, create: true, personal: true },
    ...{ merge: 'overwrite', width: 28 },
  },
  email: { kind: 'email', label: 'Email', filled: true, create: true, personal: true, width: 30 },
  whatsapp: { kind: 'phone', label: 'WhatsApp', max: 32, create: true, personal: true, width: 20 },
  pais: { kind: 'choice', label: 'País', values: LEAD_COUNTRIES, create: true, group: 'whatsapp', width: 12 },
  estado: {
    ...{ kind: 'choice', label: 'Estado', values: LEAD_STATUSES, labels: leadStrings.statuses, filled: true },
    ...{ merge: 'fill', width: 15 },
  },
  client_type: {
    ...{ kind: 'choice', label: 'Tipo de cliente', values: CLIENT_TYPES, labels: leadStrings.clientTypes },
    ...{ create: true, width: 15 },
  },
  source: { kind: 'text', label: 'Origen', filled: true, fixed: true, width: 18 },
  empresa: { kind: 'text', label: 'Empresa', max: 120, create: true, personal: true, width: 24 },
  mensaje: { kind: 'text', label: 'Mensaje inicial', max: 5000, lines: true, create: true, personal: true, width: 50 },
  created_at: { kind: 'moment', label: 'Fecha de creación', filled: true, fixed: true },
  first_contacted_at: { kind: 'moment', label: 'Primer contacto', fixed: true },
  won_at: { kind: 'moment', label: 'Ganado el', fixed: true },
  owner_id: { kind: 'person', label: 'Responsable', merge: 'fill' },
  next_contact_on: { kind: 'day', label: 'Próximo contacto', group: 'estado', merge: 'fill' },
  next_contact_at: { kind: 'hour', label: 'Hora del próximo contacto', with: 'next_contact_on', merge: 'fill' },
  plan: { kind: 'plan', label: 'Plan de interés', merge: 'fill', width: 20 },
  billing: {
    ...{ kind: 'choice', label: 'Pago', values: BILLINGS, labels: leadStrings.billings, with: 'plan' },
    ...{ merge: 'fill', width: 10 },
  },
  lost_reason: {
    ...{ kind: 'choice', label: 'Motivo', values: LOST_REASONS, labels: leadStrings.lostReasons, with: 'estado' },
    ...{ merge: 'fill', width: 18 },
  },
} as const satisfies Record<string, Field>;

type Fields = typeof LEAD_FIELDS;
export type LeadFieldName = keyof Fields;
/** Names of the fields with these properties. */
type NamesWith<Part> = { [Name in LeadFieldName]: Fields[Name] extends Part ? Name : never }[LeadFieldName];
/** The fields that people change. */
export type ChangedName = Exclude<LeadFieldName, NamesWith<{ fixed: true }>>;
/** What people decide where two leads are joined. */
export type JoinField = Exclude<ChangedName, NamesWith<{ with: string }>>;
export type CreatedName = NamesWith<{ create: true }>;

type ValueOf<One extends Field> =
  | (One extends { values: readonly (infer Value)[] } ? Value : One extends { kind: 'number' } ? number : string)
  | (One extends { filled: true } ? never : null);
export type LeadFieldValues = { [Name in LeadFieldName]: ValueOf<Fields[Name]> };

export const LEAD_FIELD_NAMES = Object.keys(LEAD_FIELDS) as LeadFieldName[];

export const FIELD_LABELS = Object.fromEntries(
  LEAD_FIELD_NAMES.map((name) => [name, LEAD_FIELDS[name].label]),
) as Record<LeadFieldName, string>;

/** A missing email is ''. */
export function isEmptyValue(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

export function fieldOf(name: LeadFieldName): Field {
  return LEAD_FIELDS[name];
}

/** A field by its name, or undefined: events also tell of what is none. */
export function findField(name: string | null): Field | undefined {
  return Object.hasOwn(LEAD_FIELDS, name ?? '') ? LEAD_FIELDS[name as LeadFieldName] : undefined;
}

function namesWith<Name extends LeadFieldName>(has: (field: Field) => unknown): Name[] {
  return LEAD_FIELD_NAMES.filter((name) => has(fieldOf(name))) as Name[];
}

/** In the timeline's order. */
export const CHANGEABLE = namesWith<ChangedName>(({ fixed }) => !fixed);
export const JOIN_FIELDS = namesWith<JoinField>((field) => !field.fixed && !field.with);
export const CREATED_FIELDS = namesWith<CreatedName>(({ create }) => create);
export const PERSONAL_FIELDS = namesWith(({ personal }) => personal);

/** The field whose fate in a separation this one shares. */
export function groupOf(name: string): string {
  const { with: leader, group } = fieldOf(name as LeadFieldName);
  return leader ? groupOf(leader) : (group ?? name);
}

/** The fields that people change and may leave empty, empty. */
export const EMPTY_FIELDS = Object.fromEntries(
  CHANGEABLE.filter((name) => !fieldOf(name).filled).map((name) => [name, null]),
) as Record<Exclude<ChangedName, NamesWith<{ filled: true }>>, null>;
