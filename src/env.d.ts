/// <reference types="astro/client" />

import 'astro';
import type { FieldErrors } from '~/shared/errors';
import type { Trouble } from '~/shared/notices/settings';

declare global {
  namespace App {
    interface Locals {
      /** The id of the signed-in user for whom this page is rendered (server/http/pages/page-guard.ts). */
      account?: string;
      /** Which mails end as files for want of a mail server (server/mail/smtp.ts). */
      filedMails?: string;
      /** For an administrator: how many colleagues wait for approval. */
      pendingMembers?: number;
      /** For an administrator: what is wrong with the installation. */
      troubles?: Trouble[];
      /** For an administrator: how much rests until one of them confirms it. */
      resting?: number;
      /** A file's address that was followed without the recent proof it needs: /cuenta/confirmar is shown instead. */
      fileToConfirm?: string;
      /** Set by the enquiry endpoint when it shows /contacto/corregir for a refused form. */
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
