import type { ImportField } from '~/shared/imports/import';
import { guessValue, readBilling } from '~/shared/imports/known-values';
import { isDateField } from '../rows/dates';

/** Share of a column's cells that must look alike. */
export const MAJORITY_SHARE = 0.6;
/** Up to this few cells, none like their head, tell nothing about the rest. */
export const FEW_CELLS = 3;

type Is = (cell: string) => boolean;

export function isMost(cells: readonly string[], is: Is): boolean {
  return cells.length > 0 && cells.filter(is).length >= cells.length * MAJORITY_SHARE;
}

/** The value a cell names exactly, not by guess: 'Nuevo León' is no status. */
const knownValue = (field: 'estado' | 'pais', cell: string): string | null => {
  const { value, isSure } = guessValue(field, cell, []);
  return isSure ? value : null;
};

const countDigits = (cell: string): number => cell.replace(/\D/g, '').length;

const isEmail: Is = (cell) => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(cell);
export const looksLikeName: Is = (cell) => /^\p{L}[\p{L}'.-]*( \p{L}[\p{L}'.-]*){1,4}$/u.test(cell);
const isBareNumber: Is = (cell) => /^[$€\d.,\s%-]+$/.test(cell) && /\d/.test(cell);
const MONTH = /ene|jan|feb|mar|abr|apr|may|jun|jul|ago|aug|sep|set|oct|out|nov|dic|dec|dez/i;
const isDate: Is = (cell) =>
  /\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}/.test(cell) ||
  /^(?:\d{5}(?:[.,]\d{1,12})?|20\d{6}(?:T?\d{4,6}Z?)?)$/.test(cell) ||
  (/\d/.test(cell) && MONTH.test(cell));
const isDateOnly: Is = (cell) => /^\d{4}-\d\d-\d\d|^\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|^(?:19|20)\d{6}$/.test(cell);
/** An email or number, as no head is one, though it may contain one, be a day, or a lone '@': 'Teléfono 1'. */
export function looksLikeData(cell: string): boolean {
  const text = cell.trim();
  return (
    /^[^\s@]{1,254}@[^\s@]{1,254}$/.test(text) || (/^(?:p:)?[+(]?\d[\d\s().+/-]{5,30}$/.test(text) && !isDateOnly(text))
  );
}

/** Digits without a word: also a day, or a price. */
export const isMeasure: Is = (cell) => looksLikeData(cell) || (/\d/.test(cell) && !/\p{L}/u.test(cell));

/** Document numbers, money and coordinates. */
const isOtherNumber: Is = (cell) =>
  /^\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?(?:-[\dkK])?$|^\d{7,8}-[\dkK]$|^\d\d-\d{7,8}-\d$|^\d+\.\d{1,2}$|^\d{1,3}\.\d{5,20}$/.test(
    cell,
  );
const isPhone: Is = (cell) =>
  /^(?:p:)?[+(\d][\d\s().+\-/]{6,24}$/.test(cell) &&
  !isDateOnly(cell) &&
  !isOtherNumber(cell) &&
  countDigits(cell) >= 8 &&
  countDigits(cell) <= 15;
/** Argentina's tax number: eleven digits, the last a checksum. */
const isTaxNumber: Is = (cell) => {
  if (!/^(?:2[0347]|3[034])\d{9}$/.test(cell)) return false;
  const sum = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1].reduce((all, weight, at) => all + weight * Number(cell[at]), 0);
  return sum % 11 === 0;
};

/** What cells of these fields look like. If none does, the head means something else. */
const EXPECTED_CONTENTS: Partial<Record<ImportField, { is: Is; few: number }>> = {
  email: { is: (cell) => cell.includes('@'), few: FEW_CELLS },
  whatsapp: { is: (cell) => countDigits(cell) >= 6, few: FEW_CELLS },
  billing: { is: (cell) => readBilling(cell) !== null, few: 1 },
};
const NEVER_CONTRADICTED = new Set<ImportField>(['utm_source', 'utm_medium', 'utm_campaign', 'referrer']);

/** Whether a column's cells contradict its head. */
export function contradicts(cells: readonly string[], field: ImportField, isWeak: boolean): boolean {
  const date = isDateField(field) && { is: isDate, few: field === 'created_at' ? FEW_CELLS : 1 };
  const looks = date || EXPECTED_CONTENTS[field];
  if (looks) return cells.length >= (isWeak ? 1 : looks.few) && !cells.some(looks.is);
  if (NEVER_CONTRADICTED.has(field)) return false;
  return isMost(cells, isBareNumber) || (isWeak && isMost(cells, (cell) => isEmail(cell) || isPhone(cell)));
}

/** A column's field by its content. `isNamed`: it has an unknown head, so that plain digits need not be a phone. */
export function guessByContent(cells: readonly string[], isNamed: boolean): ImportField | null {
  if (isMost(cells, isEmail)) return 'email';
  const isSure: Is = (cell) => isPhone(cell) && (!isNamed || /[+\s()-]/.test(cell) || countDigits(cell) >= 10);
  if (isMost(cells, isSure) && !isMost(cells, isTaxNumber)) return 'whatsapp';
  const isCountry: Is = (cell) => cell.length > 3 && knownValue('pais', cell) !== null;
  if (isMost(cells, isCountry)) return 'pais';
  const statuses = new Set(cells.map((cell) => knownValue('estado', cell)));
  if (statuses.size > 2 && isMost(cells, (cell) => knownValue('estado', cell) !== null)) return 'estado';
  return null;
}

/** Whether no cell is a status: in Mexico an 'Estado' beside a city is a state of the country. */
export const hasNoStatus = (cells: readonly string[]): boolean =>
  cells.length > 0 && cells.every((cell) => knownValue('estado', cell) === null);
