import { PUBLIC_CONTACT_WEBHOOK_URL, PUBLIC_CRM_URL } from 'astro:env/server';
import type { Edition } from '~/shared/editions';
import { isOwnEndpoint } from './own-endpoint';

/**
 * Where an edition's form posts, and whether that is our own endpoint, which learns from the address which thanks page
 * to use. An external one gets the form's fields and nothing else.
 */
export function findFormAction(edition: Edition, site: URL | undefined): { action: string; isOwn: boolean } {
  const action = PUBLIC_CONTACT_WEBHOOK_URL;
  const isOwn = isOwnEndpoint(action, [site, PUBLIC_CRM_URL]);
  return { action: edition === 'general' || !isOwn ? action : `${action}?edicion=${edition}`, isOwn };
}
