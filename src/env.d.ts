/// <reference types="astro/client" />

import 'astro';
import type { FieldErrors } from '~/shared/errors';

declare global {
  namespace App {
    interface Locals {
      /** The id of the signed-in person whom this page is rendered for (server/http/pages/page-guard.ts). */
      account?: string;
      /** Set by the enquiry door when it hands a refused form to /contacto/corregir. */
      enquiryRejection?: {
        values: Record<string, string>;
        errors: FieldErrors;
        submission_id: string;
        action: string;
        status: number;
        headers: Record<string, string>;
      };
    }
  }
}

declare module 'astro' {
  interface AstroClientDirectives {
    'client:interaction'?: boolean;
  }
}
