/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    session: unknown;
  }
}

declare module 'astro' {
  interface AstroClientDirectives {
    'client:interaction'?: boolean;
  }
}
