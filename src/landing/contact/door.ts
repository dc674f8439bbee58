import { PUBLIC_CONTACT_WEBHOOK_URL, PUBLIC_CRM_URL } from 'astro:env/server';
import type { Edition } from '~/content/load';
import { isOwnDoor } from './own-door';

/**
 * Where an edition's form posts. Our own endpoint learns from the address which thanks page to use; an external one
 * gets the form's fields and nothing else.
 */
export function doorIn(edition: Edition, site: URL | undefined): { action: string; isOwn: boolean } {
  const action = PUBLIC_CONTACT_WEBHOOK_URL;
  const isOwn = isOwnDoor(action, [site, PUBLIC_CRM_URL]);
  return { action: edition === 'es' || !isOwn ? action : `${action}?edicion=${edition}`, isOwn };
}
