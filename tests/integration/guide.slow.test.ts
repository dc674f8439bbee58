import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answersOn, type Block, type Machine, openMachine, readBlocks, runsHere } from '../support/guide/follow';
import { requireProgram } from '../support/require-program';
import { findFreePort } from '../support/server';

let machine: Machine;
beforeAll(async () => {
  requireProgram('systemd-analyze', 'systemd');
  machine = await openMachine();
});
afterAll(() => machine?.close());

/** What must hold after a block ran, as the surrounding text says. Blocks without an entry fail. */
const after: [Block['heading'], firstLine: RegExp, (output: string) => Promise<void>][] = [
  [
    'Instalar',
    /useradd/,
    async () => {
      await expect.poll(machine.answers).toBe(true);
      const modes = await machine.must('stat -c "%U:%G %a" /var/lib/crm /var/lib/crm/crm.sqlite /var/backups/crm');
      expect(modes).toBe('crm:crm 700\ncrm:crm 600\ncrm:crm 700\n');
      expect(await machine.must('stat -c "%U:%G %a" /etc/crm/crm.env')).toBe('root:crm 640\n');
      expect(await machine.must('cd /etc/systemd/system && systemd-analyze verify crm.service')).toBe('');
      await expect.poll(() => machine.run('ls /var/backups/crm/crm-2*.sqlite').then(({ code }) => code)).toBe(0);
    },
  ],
  [
    'Instalar',
    /journalctl/,
    async (output) => {
      expect(output).toMatch(/https:\/\/crm\.prueba\.com\.uy\/cuenta\/administrador#token=\S+/);
      expect(output).toContain('Base de datos: /var/lib/crm/crm.sqlite\n');
      expect(output).not.toContain('✗');
    },
  ],
  [
    'Actualizar',
    /crm backup/,
    async (output) => {
      expect(output).not.toContain('✗');
      await expect.poll(machine.answers).toBe(true);
      expect(await machine.must('ls /opt/crm/releases | wc -l')).toBe('2\n');
    },
  ],
  [
    'Actualizar',
    /--back/,
    async (output) => {
      expect(output).toMatch(/^En marcha: /m);
      expect(await machine.must('basename $(readlink /opt/crm/current)')).toBe(
        await machine.must('ls /opt/crm/releases | sort | head -n 1'),
      );
      await expect.poll(machine.answers).toBe(true);
    },
  ],
  [
    'Respaldar y restaurar',
    /crm backup/,
    async (output) => {
      expect(output).toContain('Restaurada: /var/lib/crm/crm.sqlite');
      await expect.poll(machine.answers).toBe(true);
      expect(await machine.must('stat -c %U:%G /var/lib/crm/crm.sqlite /var/lib/crm/crm.sqlite.reemplazada-*')).toBe(
        'crm:crm\ncrm:crm\n',
      );
      expect(await machine.exportLeads()).toContain('antes@a.example.com');
    },
  ],
  [
    'Respaldar y restaurar',
    /cd \/opt\/crm\/current/,
    async (output) => {
      expect(output).toContain('Restaurada: /tmp/ensayo.sqlite');
      expect(await machine.must('stat -c %U /tmp/ensayo.sqlite')).toBe('crm\n');
      expect(await machine.exportLeads(), 'the service’s own database is as it was').toContain('despues@');
    },
  ],
  [
    'La clave de secretos',
    /crm\.sqlite\.clave/,
    async () => {
      const kept = 'stat -c "%a %s" /var/lib/crm/crm.sqlite.clave /root/crm.sqlite.clave';
      expect(await machine.must(kept)).toBe('600 45\n600 45\n');
      await machine.must('cmp /var/lib/crm/crm.sqlite.clave /root/crm.sqlite.clave');
    },
  ],
];

describe('the guide, followed on a new machine', () => {
  const blocks = readBlocks().filter(runsHere);

  test('has no block of commands that nobody tries', () => {
    const titles = blocks.map(({ heading }) => heading);
    expect(titles).toEqual(after.map(([heading]) => heading));
  });

  test.each(blocks.map((block, index) => ({ ...block, index })))(
    '$heading: block $index does what it says',
    async (block) => {
      const [heading, firstLine, holds] = after[block.index] ?? [];
      expect(heading).toBe(block.heading);
      expect(block.text).toMatch(firstLine ?? /$^/);
      if (block.index === 4) await machine.enquire('antes@a.example.com');
      if (block.index === 5) await machine.enquire('despues@a.example.com');
      await holds?.(await machine.follow(block));
    },
  );

  test('a restoration through the installed command is the service’s, and takes back what came later', async () => {
    await machine.must('sudo crm backup');
    await machine.enquire('perdido@a.example.com');
    expect(await machine.exportLeads()).toContain('perdido@');
    await machine.must(
      'systemctl stop crm; sudo crm restore "$(ls -t /var/backups/crm/crm-2*.sqlite | head -n 1)"; systemctl start crm',
    );
    expect(await machine.exportLeads()).not.toContain('perdido@');
  });

  test('the installed command takes settings as the service does, and leaves the build alone', async () => {
    const before = await machine.must('readlink /opt/crm/current; ls /opt/crm/releases');
    await machine.must(`echo 'MAIL_FROM=Zaguán #1 <crm@ejemplo.com>' >> /etc/crm/crm.env`);
    await machine.must(`echo 'LEAD_WEBHOOK_HEADER="X-Clave: a$b #c"' >> /etc/crm/crm.env`);
    expect(await machine.must('cd /tmp && sudo crm check --offline')).toContain('✓ Ajustes');
    await machine.must('cd /tmp && sudo -u crm crm check --offline');
    await machine.must('echo DATABASE_PATH=/var/lib/crm/otra.sqlite >> /etc/crm/crm.env');
    const { code, output } = await machine.run('sudo crm purge');
    expect([code, output]).toEqual([1, expect.stringContaining('/var/lib/crm/otra.sqlite (no existe)')]);
    await machine.must(`sed -i '$d' /etc/crm/crm.env && test ! -e /var/lib/crm/otra.sqlite`);
    expect(await machine.must('readlink /opt/crm/current; ls /opt/crm/releases')).toBe(before);
  });

  test('a file that the service’s user may not use is no mystery: the command gives the two that help', async () => {
    await machine.must('install -m 600 "$(ls -t /var/backups/crm/crm-2*.sqlite | head -n 1)" /root/ajeno.sqlite');
    const helpOf = async (command: string, sentence: string) => {
      const { code, output } = await machine.run(command);
      expect([code, output]).toEqual([1, expect.stringContaining(`La orden corre como crm, que no puede ${sentence}`)]);
      return [...output.matchAll(/^ {2}(sudo .*)$/gm)].map(([, line = '']) => line);
    };
    const [copy = ''] = await helpOf('sudo crm restore /root/ajeno.sqlite', 'leer /root/ajeno.sqlite');
    await machine.must(copy);
    expect(await machine.must('stat -c %U /var/backups/crm/ajeno.sqlite')).toBe('crm\n');
    for (const line of await helpOf('sudo crm export leads --output /root/leads.csv', 'escribir en /root'))
      await machine.must(line);
    expect(await machine.must('head -c 6 /root/leads.csv')).toContain('id');
    for (const line of await helpOf('sudo crm backup --dir /root/respaldos', 'escribir en /root/respaldos'))
      await machine.must(line);
    expect(await machine.must('ls /root/respaldos')).toMatch(/^crm-2\S+\.sqlite\n$/);
    expect((await machine.run('sudo crm restore /root/nada.sqlite')).output).toContain('no puede leer');
    expect((await machine.run('sudo crm restore /tmp/nada.sqlite')).output).toContain('No existe el archivo');
    await machine.must('rm /var/backups/crm/ajeno.sqlite');
  });

  test('backups that the service’s user cannot reach are told with what mends it, and the check goes on', async () => {
    const check = async () => (await machine.run('sudo crm check --offline')).output;
    await machine.must('chown root /var/backups/crm');
    const { output } = await machine.run('sudo crm backup');
    expect(output).toContain('No se puede escribir en /var/backups/crm: es de otro usuario');
    expect(await check()).toMatch(/✗ Respaldos: .*\n. Disco: /);
    await machine.must(/Corregilo con: (.*)$/m.exec(output)?.[1] ?? '');
    expect(await check()).toContain('✓ Respaldos');
    for (const [folder, sentence] of [
      ['/root/respaldos/otros', /✗ Respaldos: .*que no puede entrar en \/root\. Elegí otra\.$/m],
      ['/var/otros', /✗ Respaldos: .*Corregilo con: install -d -o crm -m 0700 \/var\/otros$/m],
    ] as const) {
      await machine.must(`sed -i 's|^BACKUP_DIR=.*|BACKUP_DIR=${folder}|' /etc/crm/crm.env`);
      expect(await check()).toMatch(sentence);
    }
    await machine.must("sed -i 's|^BACKUP_DIR=.*|BACKUP_DIR=/var/backups/crm|' /etc/crm/crm.env");
  });

  test('a database or a key that another user owns is told with what mends it', async () => {
    for (const [file, command] of [
      ['/var/lib/crm/crm.sqlite', 'sudo crm backup'],
      ['/var/lib/crm/crm.sqlite', 'sudo crm check --offline'],
      ['/var/lib/crm/crm.sqlite.clave', 'sudo crm check --offline'],
    ] as const) {
      await machine.must(`chown root ${file}`);
      const { code, output } = await machine.run(command);
      expect([code, output]).toEqual([1, expect.stringContaining(`Corregilo con: chown crm ${file}`)]);
      await machine.must(`chown crm ${file}`);
    }
  });

  describe('an update', () => {
    const release = 'cd /opt/crm/source && sudo docs/despliegue/crm-release';
    const present = () => machine.must('readlink /opt/crm/current');
    /** Makes `crm-release-cut`, which is killed at a step. */
    const cutBefore = (step: string) =>
      machine.must(
        `cd /opt/crm/source/docs/despliegue && cp -p crm-release crm-release-cut &&
          awk -v step='${step}' 'index($0, step) { print "kill -9 $$" } { print }' crm-release > crm-release-cut`,
      );
    let cookie: string;
    beforeAll(async () => {
      cookie = await machine.signIn();
    });

    /** Tries an update that does not get as far as the restart; whoever reads meanwhile does not notice. */
    async function tryInVain(command: string, what: string): Promise<string> {
      const [{ code, output }, refused] = await machine.whileReading(cookie, () => machine.run(command));
      expect(code, what).not.toBe(0);
      expect(refused, what).toEqual([]);
      return output;
    }

    /** What served before still does, with everything it needs. */
    async function nothingHappened(before: string, what: string): Promise<void> {
      expect(await present(), what).toBe(before);
      expect(await machine.answers(), what).toBe(true);
      expect(await machine.must('cd / && sudo crm backup'), what).toContain('Respaldo hecho y verificado');
    }

    test('without a network, or on a full disk, leaves what serves as it was', async () => {
      const before = await present();
      await machine.must("cp /usr/local/sbin/npm /npm && printf '#!/bin/sh\\nexit 1\\n' > /usr/local/sbin/npm");
      await tryInVain(release, 'without a network');
      await machine.must('cp /npm /usr/local/sbin/npm');
      await nothingHappened(before, 'without a network');

      const room = 'size=$(($(du -sm /opt/crm/releases | cut -f1) + 20))m';
      await machine.must(
        `cp -a /opt/crm/releases /kept && mount -t tmpfs -o ${room} tmpfs /opt/crm/releases && cp -a /kept/. /opt/crm/releases/`,
      );
      expect(await tryInVain(release, 'on a full disk')).toContain('No space left on device');
      await nothingHappened(before, 'on a full disk');
      await machine.must('ls /opt/crm/releases | grep -c partial || true');
      await machine.must('umount -l /opt/crm/releases && rm -rf /kept');
    });

    test('killed at any step leaves a whole version in place, and the next one is not hindered', async () => {
      const steps = [
        'npm run build',
        'cp -r node_modules',
        'sync -f',
        'trap - EXIT',
        'install -m 0644',
        'point current',
      ];
      for (const step of steps) {
        await cutBefore(step);
        const before = await present();
        await tryInVain(`${release}-cut`, step);
        await nothingHappened(before, step);
      }
      const former = await present();
      expect(await machine.must(release)).toMatch(/^En marcha: /m);
      expect(await machine.must('ls -A /opt/crm/releases | grep -v lock | wc -l')).toBe('2\n');
      await machine.must(`test -e /opt/crm/${former.trim()}/node`);
      await expect.poll(machine.answers).toBe(true);
    });

    test('killed between the link and the restart never lets two processes with other migrations meet', async () => {
      const ports = [await findFreePort(), await findFreePort()];
      const pair = ports.map((port) => `crm@${port}`).join(' ');
      const bothAnswer = () => expect.poll(() => Promise.all(ports.map(answersOn))).toEqual([true, true]);
      await machine.must(
        `systemctl disable crm; systemctl stop crm; systemctl enable ${pair}; systemctl start ${pair}`,
      );
      await bothAnswer();
      // As an installation that the former script made.
      await machine.must('rm -f /opt/crm/former; touch /opt/crm/source/db/migrations/9999_otra.sql');
      await cutBefore('control enable');
      const served = await present();
      const cut = async () => {
        const before = await present();
        expect((await machine.run(`${release}-cut`)).code).not.toBe(0);
        expect(await present()).not.toBe(before);
      };

      await cut();
      expect(await machine.must(release)).toMatch(/^En marcha: /m);
      await bothAnswer();
      const starts = (await machine.must('cat /var/log/crm.starts')).trim().split('\n');
      expect(starts.filter((known) => known.includes(';'))).toEqual([]);
      expect(await machine.must('sudo crm-release --back')).toContain('es anterior a un cambio de la base');
      expect(await present()).toBe(served);

      await cut();
      await cut();
      await machine.must('sudo crm-release --back');
      expect(await present()).toBe(served);
      await bothAnswer();
      await machine.must(
        `rm /opt/crm/source/db/migrations/9999_otra.sql
          systemctl disable ${pair}; systemctl stop ${pair}; systemctl enable crm; systemctl start crm`,
      );
      await expect.poll(machine.answers).toBe(true);
    });
  });

  test.each([
    [
      'the wrong owner',
      'chown root /var/lib/crm/crm.sqlite*; chmod 600 /var/lib/crm/crm.sqlite*',
      /es de otro usuario/,
    ],
    ['no permission', 'chmod 400 /var/lib/crm/crm.sqlite', /no tiene permiso de escritura/],
  ])(
    'a service that cannot start for %s says so in a line, and starts once it is mended',
    async (_name, spoil, sentence) => {
      await machine.must(`systemctl stop crm; : > /var/log/crm.journal; ${spoil}; systemctl start crm`);
      const journal = () => machine.must('cat /var/log/crm.journal');
      await expect.poll(journal).toContain('start_failed');
      for (const line of (await journal()).trim().split('\n'))
        expect(JSON.parse(line)).toMatchObject({
          event: 'start_failed',
          msg: expect.stringMatching(sentence),
        });
      await machine.must('chown crm: /var/lib/crm/crm.sqlite*; chmod 600 /var/lib/crm/crm.sqlite*');
      await expect.poll(machine.answers).toBe(true);
    },
  );
});
