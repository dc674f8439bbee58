import type { CopiedLink, Member } from '~/shared/accounts/member';
import type { ChangeMember, ChangeStatus } from '~/shared/accounts/schema';
import { type Question, questions } from '~/shared/strings/confirmations';
import { teamStrings } from '~/shared/strings/team';
import { patch, post } from '../api-client';
import { placeOfMail } from '../ui/mail-place';

const { actions, toasts } = teamStrings;

/** What somebody leaves: who takes their leads, and which of their tokens pass to the administrator. */
export type Handover = { leadsTo: string | null; keepTokens: readonly string[] };

/** An administrator's action on a member, with its confirmation or its undo. */
export type MemberAction = {
  label: string;
  done?: string;
  /** The toast's second line. */
  detail?: (member: Member) => { detail?: string };
  run: (member: Member, handover?: Handover) => Promise<unknown>;
  question?: (name: string) => Question;
  undo?: MemberAction;
};

/** `keepTokens`: those that become one's own; the others are revoked. */
const keep = (keepTokens: readonly string[] = []) => (keepTokens.length > 0 ? { keep_tokens: keepTokens } : {});

const setStatus =
  (status: ChangeStatus['status']): MemberAction['run'] =>
  ({ id }, { leadsTo, keepTokens } = { leadsTo: null, keepTokens: [] }) =>
    patch(`/api/profiles/${id}`, { status, ...(leadsTo && { leads_to: leadsTo }), ...keep(keepTokens) });

const setRole =
  (role: NonNullable<ChangeMember['role']>): MemberAction['run'] =>
  ({ id }, handover) =>
    patch(`/api/team/${id}`, { role, ...keep(handover?.keepTokens) });

const manage =
  (action: 'resetPassword' | 'deleteUser'): MemberAction['run'] =>
  ({ id: userId }) =>
    post('/api/manage-users', { action, userId });

const approve: MemberAction = {
  label: actions.approve,
  done: toasts.approved,
  run: setStatus('active'),
};
const reject: MemberAction = {
  label: actions.reject,
  done: toasts.rejected,
  run: setStatus('disabled'),
  question: questions.reject,
};
/** Whether StepDownDialog asks first, also about their tokens. */
export const isStepDown = (action: MemberAction) => action === suspend || action === unmakeAdmin;

export const suspend: MemberAction = {
  label: actions.suspend,
  done: toasts.suspended,
  run: setStatus('suspended'),
  question: questions.suspend,
};
const reactivate: MemberAction = {
  label: actions.reactivate,
  done: toasts.reactivated,
  run: setStatus('active'),
  undo: suspend,
};
const makeAdmin: MemberAction = {
  label: actions.makeAdmin,
  done: toasts.madeAdmin,
  run: setRole('admin'),
  question: questions.makeAdmin,
};
const unmakeAdmin: MemberAction = {
  label: actions.unmakeAdmin,
  done: toasts.unmadeAdmin,
  run: setRole('staff'),
  question: questions.unmakeAdmin,
};
const reset: MemberAction = {
  label: actions.resetPassword,
  done: toasts.reset,
  detail: ({ roles, second_factor }) => placeOfMail({ canCopy: !roles.includes('admin') && !second_factor }),
  run: manage('resetPassword'),
  question: questions.resetPassword,
};
/** TeamTable shows what it makes: a link for somebody who has no password of their own yet. */
export const handLink = {
  label: actions.copyLink,
  run: ({ id }: Member) => post<CopiedLink>(`/api/team/${id}/link`),
} satisfies MemberAction;
const resetFactor: MemberAction = {
  label: actions.resetSecondFactor,
  done: toasts.resetSecondFactor,
  run: ({ id }) => post(`/api/team/${id}/reset-second-factor`),
  question: questions.resetSecondFactor,
};
const remove: MemberAction = {
  label: actions.delete,
  done: toasts.deleted,
  run: manage('deleteUser'),
  question: questions.deleteMember,
};

/** The possible actions on a member, by status and role. */
export function actionsFor(member: Member): MemberAction[] {
  switch (member.status) {
    case 'pending':
      return [approve, reject];
    case 'active':
      return [
        member.roles.includes('admin') ? unmakeAdmin : makeAdmin,
        reset,
        ...(member.awaits_link ? [handLink] : []),
        ...(member.second_factor ? [resetFactor] : []),
        suspend,
      ];
    case 'suspended':
      return [reactivate];
    case 'disabled':
      return [approve, remove];
  }
}
