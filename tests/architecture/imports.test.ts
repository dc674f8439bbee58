import { describe, expect, test } from 'vitest';
import { readSources, type SourceFile } from '../support/source-files';

type Room = {
  name: string;
  holds: (file: SourceFile) => boolean;
  /** Imports allowed from outside the room, including packages by name. */
  mayImport: RegExp;
};

const isPage = (file: SourceFile) => file.path.startsWith('src/pages/');
const isPrerendered = (file: SourceFile) => /export const prerender = true/.test(file.text);
const within = (folder: string) => (file: SourceFile) => file.path.startsWith(folder);

/** The import table; the first room that holds a file decides. */
const rooms: Room[] = [
  {
    name: 'what runs only while the product is built, or by `astro dev`',
    holds: within('src/build/'),
    mayImport: /^(src\/build\/|node:|@?astro|vite$|\/?src\/server\/process\/dev(\.ts)?$)/,
  },
  {
    // Content files are data; values shared by site and CRM, such as the provider's name, come from their source.
    name: 'shared',
    holds: within('src/shared/'),
    mayImport: /^(src\/shared\/|src\/content\/[\w-]+\.yaml$|zod$)/,
  },
  {
    name: 'the landing’s pictures, drawn at build',
    holds: (file) => /^src\/landing\/(social-image|icons)\.ts$/.test(file.path),
    mayImport: /^(sharp|src\/shared\/escape-html|src\/content\/content-error)(\.ts)?$/,
  },
  {
    name: 'landing',
    holds: within('src/landing/'),
    mayImport:
      /^(src\/(landing|shared\/enquiries|shared\/phones|shared\/strings|content|styles)\/|src\/shared\/(clean-text|editions)(\.ts)?$|astro|react|nanostores|@nanostores)/,
  },
  {
    // The rules for messages are the same in the content files and the CRM's form.
    name: 'content',
    holds: (file) => within('src/content/')(file),
    mayImport:
      /^(src\/content\/|src\/shared\/(almost|editions|templates\/(fault|template)|leads\/enums)(\.ts)?$|vite$|zod$|yaml$|node:)/,
  },
  {
    // The list and the trash open a lead; a lead does not know where it is shown.
    name: 'the panel and the trash',
    holds: (file) => /^src\/crm\/(panel|trash)\//.test(file.path),
    mayImport: /^(src\/(crm\/(ui|lead)|shared)\/|src\/crm\/api-client$|react|@headlessui|nanostores|@nanostores|zod$)/,
  },
  {
    // Imports no chart, so that chart code never reaches a browser.
    name: 'the goal’s form, the one island of the numbers',
    holds: (file) => file.path === 'src/crm/numbers/GoalForm.tsx',
    mayImport: /^(src\/(crm\/ui|shared)\/|src\/crm\/api-client$|react)/,
  },
  {
    // Charts are drawn on the server only.
    name: 'the numbers',
    holds: within('src/crm/numbers/'),
    mayImport: /^(src\/(crm\/ui|shared)\/|react)/,
  },
  {
    // Passkeys are requested in the browser.
    name: 'passkeys',
    holds: within('src/crm/accounts/passkeys/'),
    mayImport: /^(src\/(crm\/(ui|accounts)|shared)\/|src\/crm\/api-client$|react|@simplewebauthn\/browser$)/,
  },
  {
    name: 'a screen’s concept, and the widgets that all of them share',
    holds: (file) => /^src\/crm\/[^/]+\//.test(file.path),
    mayImport: /^(src\/(crm\/ui|shared)\/|src\/crm\/api-client$|react|@headlessui|nanostores|@nanostores|zod$|uqr$)/,
  },
  {
    name: 'the CRM’s frame',
    holds: within('src/crm/'),
    mayImport: /^(src\/(crm|shared|styles)\/|react|nanostores|@nanostores|zod$|@?astro)/,
  },
  {
    name: 'endpoints',
    holds: (file) => isPage(file) && file.path.endsWith('.ts') && !isPrerendered(file),
    mayImport: /^(src\/(server|shared)\/|astro$|zod$)/,
  },
  {
    name: 'the worker that shows notices, which is sent as it is written',
    holds: (file) => file.path === 'src/pages/sw.js.ts',
    mayImport: /^(src\/(crm\/notices\/worker\.js$|shared\/)|astro)/,
  },
  {
    name: 'the API’s description, which the build makes of the endpoints',
    holds: (file) => file.path === 'src/pages/api/openapi.json.ts',
    mayImport: /^(src\/server\/openapi\/|astro)/,
  },
  {
    name: 'prerendered pages',
    holds: (file) => isPage(file) && isPrerendered(file),
    mayImport: /^(src\/(landing|shared|content|styles)\/|astro)/,
  },
  {
    name: 'the enquiry form’s second chance, server-rendered in the landing’s clothes',
    holds: (file) => file.path === 'src/pages/contacto/corregir.astro',
    mayImport: /^src\/(landing|shared)\//,
  },
  {
    // Content too: plans and contact details are the same in the CRM as on the landing.
    name: 'server-rendered pages',
    holds: isPage,
    mayImport: /^(src\/(crm|server|shared|content|styles)\/|astro)/,
  },
  {
    name: 'server',
    holds: within('src/server/'),
    mayImport: /^(src\/(server|shared)\/|db\/|(?!src\/)[@a-z])/,
  },
  {
    name: 'middleware',
    holds: (file) => file.path === 'src/middleware.ts',
    mayImport: /^(src\/server\/|astro)/,
  },
  {
    name: 'db',
    holds: within('db/'),
    mayImport: /^(db\/|src\/(server|shared)\/|node:|better-sqlite3$|package\.json$)/,
  },
];

/** Decides about any new room or stray file. */
const ROOMS = {
  'db/':
    'backups/ checks/ command.ts commands/ crm.ts migrate.ts operator-files.ts person/ search-index.ts seed/ write-ahead-log.ts',
  'src/crm/':
    'AccountLayout.astro BrandMark.astro CrmFrame.astro CrmLayout.astro PlaceParts.astro TroubleLine.astro accounts/ api-client.ts companies/ deliveries/ drop-second-press.js imports/ island-renderer.tsx island-server.ts keep-early-input.js lead/ managed-views.ts notices/ numbers/ panel/ resting/ set-aside/ team/ tell-crash.js templates/ tokens/ trash/ ui/ whatsapp/',
  'src/landing/':
    'CountryLine.astro Footer.astro LandingLayout.astro LandingPage.astro LegalPage.astro Logo.astro MessagePage.astro SectionHead.astro ThanksPage.astro TopBar.astro contact/ editions.ts icons.ts page-script.ts sections/ social-image.ts structured-data.ts wake.tsx',
  'src/server/':
    'accounts/ app-error.ts audit/ calendar/ companies/ coordinators/ csv-writer.ts database/ enquiries/ env.ts http/ idempotency/ imports/ leads/ log.ts mail/ main.ts metrics/ net/ notices/ numbers/ openapi/ outbox/ passkeys/ passwords/ process/ rate-limit/ resting/ second-factor/ secrets/ sessions/ team/ templates/ tokens/ views/ webhooks/ whatsapp/ xlsx-writer/',
  'src/shared/':
    'accounts/ almost.ts answers.ts audit/ clean-text.ts companies/ counts.ts deliveries/ editions.ts enquiries/ errors.ts escape-html.ts imports/ leads/ moments.ts notices/ numbers/ paging.ts phones/ resting/ row-id.ts strings/ templates/ text.ts tokens/ webhooks/ whatsapp/ zod.ts zone-cookie.ts',
};

const sources = readSources(['src', 'db']).filter((file) => !file.path.endsWith('.d.ts'));

describe('the house', () => {
  test('every file has a room', () => {
    // Guards against a vacuous pass.
    expect(sources.length).toBeGreaterThan(100);
    expect(sources.flatMap((file) => file.imports).length).toBeGreaterThan(sources.length);
    const homeless = sources.filter((file) => !rooms.some((room) => room.holds(file)));
    expect(homeless.map((file) => file.path)).toEqual([]);
  });

  test('files import only what their room may', () => {
    const breaches = sources.flatMap((file) => {
      const room = rooms.find((candidate) => candidate.holds(file));
      if (!room) return [];
      const concept = /^src\/(crm|server)\/[^/]+\//.exec(file.path)?.[0];
      return file.imports
        .filter((target) => !room.mayImport.test(target) && !(concept && target.startsWith(concept)))
        .map((target) => `${file.path} (${room.name}) → ${target}`);
    });
    expect(breaches).toEqual([]);
  });

  test('a concept calls another’s operations, never its statements', () => {
    // These share a person's account: its row, sessions and links change in one transaction.
    const ofAnAccount = ['accounts', 'sessions', 'passwords', 'second-factor', 'passkeys', 'coordinators', 'team'];
    const conceptOf = (path: string) => {
      const room = /^src\/server\/([^/]+)\//.exec(path)?.[1];
      return room && ofAnAccount.includes(room) ? 'accounts' : room;
    };
    const exported = sources
      .filter(({ path }) => path.startsWith('src/server/'))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/^export const (\w+) = (query|leadQuery|deleteBatch)</gm)].map(([, name]) => ({
          path,
          name,
        })),
      );
    expect(exported.length).toBeGreaterThan(50);
    const breaches = sources
      .filter(({ path }) => path !== 'db/seed/demo.ts')
      .flatMap((file) => {
        const isAnothers = (path: string) =>
          conceptOf(file.path) === undefined || conceptOf(path) !== conceptOf(file.path);
        const statements = exported
          .filter(({ path }) => isAnothers(path) && file.imports.includes(path.replace(/\.ts$/, '')))
          .filter(({ name }) => new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from`).test(file.text))
          .map(({ path, name }) => `${file.path} → ${name} of ${path}`);
        const files = file.imports
          .filter((target) => /^src\/server\/[^/]+\/.*-queries$/.test(target) && isAnothers(target))
          .map((target) => `${file.path} → ${target}`);
        return [...statements, ...files];
      });
    expect(breaches).toEqual([]);
  });

  test('the halves have these rooms and no other, and no file lies outside them', () => {
    const found = Object.fromEntries(
      Object.keys(ROOMS).map((half) => {
        const below = sources.flatMap(({ path }) => (path.startsWith(half) ? path.slice(half.length) : []));
        return [half, [...new Set(below.map((path) => path.replace(/\/.*/, '/')))].sort().join(' ')];
      }),
    );
    expect(found).toEqual(ROOMS);
  });
});
