/// <reference types="astro/client" />

import 'astro';
import type { FieldErrors } from '~/shared/errors';

declare global {
  namespace App {
    interface Locals {
      /** The visitor's address, behind as many proxies as TRUSTED_PROXY_HOPS says. */
      clientAddress: string;
      /** Names this request in the log and in the X-Request-Id header. */
      requestId: string;
      /** The id of the signed-in person whom this page is rendered for (server/page-guard.ts). */
      account?: string;
      /** Set by the enquiry door when it hands a refused form to /contacto/corregir. */
      enquiryRejection?: {
        values: Record<string, string>;
        errors: FieldErrors;
        submission_id: string;
        action: string;
      };
    }
  }
}

declare module 'astro' {
  interface AstroClientDirectives {
    'client:interaction'?: boolean;
  }
}
