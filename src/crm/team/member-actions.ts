import type { Member } from '~/shared/accounts/member';
import { type Question, questions } from '~/shared/strings/confirmations';
import { teamStrings } from '~/shared/strings/team';
import { placeOfMail } from '../ui/mail-place';
import {
  changeMemberRole,
  changeMemberStatus,
  copyLink,
  deleteUser,
  type Handover,
  resetPassword,
  resetSecondFactor,
} from './team-api';

const { actions, toasts } = teamStrings;

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

const approve: MemberAction = {
  label: actions.approve,
  done: toasts.approved,
  run: ({ id }) => changeMemberStatus(id, 'active'),
};
const reject: MemberAction = {
  label: actions.reject,
  done: toasts.rejected,
  run: ({ id }) => changeMemberStatus(id, 'disabled'),
  question: questions.reject,
};
/** Whether StepDownDialog asks first, also about their tokens. */
export const isStepDown = (action: MemberAction) => action === suspend || action === unmakeAdmin;

export const suspend: MemberAction = {
  label: actions.suspend,
  done: toasts.suspended,
  run: ({ id }, handover) => changeMemberStatus(id, 'suspended', handover),
  question: questions.suspend,
};
const reactivate: MemberAction = {
  label: actions.reactivate,
  done: toasts.reactivated,
  run: ({ id }) => changeMemberStatus(id, 'active'),
  undo: suspend,
};
const makeAdmin: MemberAction = {
  label: actions.makeAdmin,
  done: toasts.madeAdmin,
  run: ({ id }) => changeMemberRole(id, 'admin'),
  question: questions.makeAdmin,
};
const unmakeAdmin: MemberAction = {
  label: actions.unmakeAdmin,
  done: toasts.unmadeAdmin,
  run: ({ id }, handover) => changeMemberRole(id, 'staff', handover?.keepTokens),
  question: questions.unmakeAdmin,
};
const reset: MemberAction = {
  label: actions.resetPassword,
  done: toasts.reset,
  detail: ({ roles, second_factor }) => placeOfMail({ canCopy: !roles.includes('admin') && !second_factor }),
  run: ({ id }) => resetPassword(id),
  question: questions.resetPassword,
};
/** TeamTable shows what it makes. */
export const handLink = { label: actions.copyLink, run: ({ id }: Member) => copyLink(id) } satisfies MemberAction;
const resetFactor: MemberAction = {
  label: actions.resetSecondFactor,
  done: toasts.resetSecondFactor,
  run: ({ id }) => resetSecondFactor(id),
  question: questions.resetSecondFactor,
};
const remove: MemberAction = {
  label: actions.delete,
  done: toasts.deleted,
  run: ({ id }) => deleteUser(id),
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
