import { afterAll, beforeAll, beforeEach } from 'vitest';
import { confirmNow, makePerson, type NewPerson, type Person } from './accounts.ts';
import { type Meta, startMeta } from './meta.ts';
import { type PushService, startPushService } from './push-service.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { type ServerOptions, startServer, type TestServer } from './server.ts';
import { sharedServer } from './shared.ts';
import { type SmtpSink, startSmtpSink } from './smtp-sink.ts';

/** What `make` gives, there from the first test of its file or describe on. */
export function provide<Thing extends object>(make: (thing: Thing) => Thing | Promise<Thing>): Thing {
  const thing = {} as Thing;
  beforeAll(async () => {
    Object.assign(thing, await make(thing));
  });
  return thing;
}

/** The same for what is stopped after the last test; whatever is provided later is stopped before. */
function provideRunning<Thing extends { stop: () => Promise<unknown> }>(
  make: (thing: Thing) => Thing | Promise<Thing>,
): Thing {
  const thing = provide(make);
  afterAll(() => thing.stop());
  return thing;
}

/** A server of the file's own. Options that read what else is provided are a function. */
export const provideServer = (options?: ServerOptions | (() => ServerOptions)): TestServer =>
  provideRunning(() => startServer(typeof options === 'function' ? options() : options));

export const provideSharedServer = (): TestServer => provide(sharedServer);

export const providePerson = (server: TestServer, person?: NewPerson): Person =>
  provide(() => makePerson(server, person));

/** The same, and each test begins with a recent proof of who it is, however long those before it took. */
export function provideProvenPerson(server: TestServer, person?: NewPerson): Person {
  const proven = providePerson(server, person);
  beforeEach(() => confirmNow(server, proven));
  return proven;
}

export const provideReceiver = (): Receiver => provideRunning(() => startReceiver());

export const provideSmtpSink = (): SmtpSink => provideRunning(() => startSmtpSink());

export const provideMeta = (): Meta => provideRunning(startMeta);

export const providePushService = (...options: Parameters<typeof startPushService>): PushService =>
  provideRunning(() => startPushService(...options));
