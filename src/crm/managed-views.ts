import { companyStrings } from '~/shared/strings/companies';
import { deliveryStrings } from '~/shared/strings/deliveries';
import { teamStrings } from '~/shared/strings/team';
import type { IconName } from './ui/Icon';

type ManagedView = { name: string; title: string; icon: IconName };

/** What an administrator manages, each a view of /users; the first is shown where none is named. */
export const MANAGED_VIEWS = [
  { name: 'inmobiliarias', title: companyStrings.companies, icon: 'building' },
  { name: 'equipo', title: teamStrings.team, icon: 'team' },
  { name: 'registro', title: teamStrings.audit, icon: 'clock' },
  { name: 'integraciones', title: deliveryStrings.title, icon: 'plug' },
] as const satisfies ManagedView[];

/** Where a view is. */
export const managedViewHref = (name: string) => `/users?vista=${name}`;
