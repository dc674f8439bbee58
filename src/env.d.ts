/// <reference types="astro/client" />

import 'astro';

declare global {
  namespace App {
    interface Locals {
      session: unknown;
      /** An enquiry that did not pass, for /contacto/corregir to show again with what was typed. */
      enquiryRejection?: {
        values: Record<string, string>;
        errors: Partial<Record<'nombre' | 'email' | 'pais' | 'telefono' | 'mensaje', string>>;
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
