import { z } from 'zod';
import { ENGLISH_OF_CODES, ENGLISH_OF_RULES } from '~/shared/strings/api/english';
import type { AppError } from '../app-error';

/** An error for a program's author: what was refused and, per field, the rule it breaks. */
export function describeInEnglish(error: AppError): { detail: string; details?: Record<string, string> } {
  const { code, message, fields, cause } = error;
  const general = ENGLISH_OF_CODES[code];
  if (!fields) return { detail: ENGLISH_OF_RULES.get(message) ?? general };
  const issues = cause instanceof z.ZodError ? readIssues(cause) : {};
  const details = Object.fromEntries(
    Object.entries(fields).map(([name, sentence]) => [
      name,
      issues[name] ??
        ENGLISH_OF_RULES.get(sentence) ??
        (code === 'conflict' ? 'has changed meanwhile' : 'is not acceptable'),
    ]),
  );
  const rules = Object.entries(details).map(([name, rule]) => (name ? `${name}: ${rule}.` : `${rule}.`));
  return { detail: [general, ...rules].join(' '), details };
}

/** The rule each field breaks, in zod's words: the type, length or values it wants. */
function readIssues(error: z.ZodError): Record<string, string> {
  const messages: Record<string, string> = {};
  const { localeError } = z.locales.en();
  for (const issue of error.issues) {
    // For custom rules and patterns our own sentence says more.
    if (issue.code === 'custom' || issue.code === 'invalid_format') continue;
    const named = localeError(issue as Parameters<typeof localeError>[0]);
    const rule = typeof named === 'string' ? named : named?.message;
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')];
    if (rule) for (const name of names) messages[name] ??= rule;
  }
  return messages;
}
