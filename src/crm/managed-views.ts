import { companyStrings } from '~/shared/strings/companies';
import { frameStrings } from '~/shared/strings/crm';
import { noticeStrings } from '~/shared/strings/notices/settings';
import { teamStrings } from '~/shared/strings/team';
import { templateStrings } from '~/shared/strings/templates';
import { tokenStrings } from '~/shared/strings/tokens';
import { webhookStrings } from '~/shared/strings/webhooks';
import { whatsappStrings } from '~/shared/strings/whatsapp';
import type { IconName } from './ui/Icon';

type ManagedView = { name: string; title: string; icon: IconName };

/** What administrators manage, each a view of /users; the first is the default. */
export const MANAGED_VIEWS = [
  { name: 'inmobiliarias', title: companyStrings.companies, icon: 'building' },
  { name: 'equipo', title: teamStrings.team, icon: 'team' },
  { name: 'registro', title: teamStrings.audit, icon: 'clock' },
  { name: 'integraciones', title: frameStrings.integrations, icon: 'plug' },
  { name: 'ajustes', title: frameStrings.settings, icon: 'settings' },
] as const satisfies ManagedView[];

/** A view's URL. */
export const managedViewHref = (name: (typeof MANAGED_VIEWS)[number]['name']) => `/users?vista=${name}`;

/** The pages of 'Integraciones'; the place opens the first. */
export const INTEGRATION_PARTS = [
  { href: '/users/destinos', title: webhookStrings.title },
  { href: '/users/tokens', title: tokenStrings.title },
  { href: '/users/whatsapp', title: whatsappStrings.title },
] as const;

/** The pages of 'Plantillas y avisos'; the place opens the first. */
export const SETTINGS_PARTS = [
  { href: '/users/mensajes', title: templateStrings.title },
  { href: '/users/avisos', title: noticeStrings.team.title },
] as const;

/** The pages that a view is split into, by its URL. */
export const MANAGED_PARTS: Record<string, readonly { href: string; title: string }[]> = {
  [managedViewHref('integraciones')]: INTEGRATION_PARTS,
  [managedViewHref('ajustes')]: SETTINGS_PARTS,
};
