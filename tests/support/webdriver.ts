import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { requireProgram } from './require-program.ts';
import { findFreePort } from './server.ts';
import { sharedBrowser } from './shared.ts';
import { WAIT_TIMEOUT_MS } from './timeouts.ts';
import { within } from './within.ts';

/** A window of a browser that Playwright cannot drive here, over W3C WebDriver: just what a walkthrough needs. */
export type Window = {
  goto: (url: string) => Promise<unknown>;
  /** Runs a self-contained function in the page; the result passes as JSON. */
  run: <Args extends unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ) => Promise<Result>;
  /** Clicks at this viewport position. */
  press: (x: number, y: number) => Promise<unknown>;
  type: (keys: string) => Promise<unknown>;
  resize: (width: number, height: number) => Promise<unknown>;
  /** A PNG in base64. */
  shoot: () => Promise<string>;
  close: () => Promise<void>;
};

type Json = Record<string, unknown>;

export const ESCAPE = '\uE00C';

/** The worker's Chromium behind the same interface. */
export async function openChromium(): Promise<Window> {
  const context = await (await sharedBrowser()).newContext();
  const page = await context.newPage();
  return {
    goto: (url) => page.goto(url),
    run: async (work, ...args) => JSON.parse(await page.evaluate(inPage(work, args))),
    press: (x, y) => page.mouse.click(x, y),
    type: (keys) => (keys === ESCAPE ? page.keyboard.press('Escape') : page.keyboard.type(keys)),
    resize: (width, height) => page.setViewportSize({ width, height }),
    shoot: async () => (await page.screenshot()).toString('base64'),
    close: () => context.close(),
  };
}

/** Safari's engine, on a virtual screen. */
export async function openWebKit(): Promise<Window> {
  const driver = requireProgram('WebKitWebDriver', 'webkit2gtk-driver');
  needWebKitForPython();
  const screen = spawn(
    requireProgram('Xvfb', 'xvfb'),
    ['-displayfd', '1', '-screen', '0', '1440x2000x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const display = await printed(screen, /^(\d+)\n/);
  const port = await findFreePort();
  const service = spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], {
    env: { ...process.env, DISPLAY: `:${display}`, GDK_BACKEND: 'x11', LIBGL_ALWAYS_SOFTWARE: '1' },
    stdio: 'ignore',
  });
  const at = `http://127.0.0.1:${port}`;
  await untilItAnswers(`${at}/status`, service);
  const binary = resolve('tests/support/webkit-window.py');
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: [] } } };
  const { sessionId } = await post(`${at}/session`, { capabilities });
  const send = (command: string, body: Json) => post(`${at}/session/${sessionId}/${command}`, body);

  return {
    goto: (url) => send('url', { url }),
    run: async (work, ...args) =>
      JSON.parse(await send('execute/sync', { script: `return ${inPage(work, args)}`, args: [] })),
    press: (x, y) => send('actions', { actions: [pressing(x, y)] }),
    type: (keys) => send('actions', { actions: [typing(keys)] }),
    resize: (width, height) => send('window/rect', { width, height }),
    shoot: async () => (await fetch(`${at}/session/${sessionId}/screenshot`)).json().then(({ value }) => value),
    close: async () => {
      // Without a screen its windows end, whatever they wait for.
      await Promise.all([end(service), end(screen)]);
    },
  };
}

/** Firefox speaks WebDriver BiDi natively; Debian has no driver for the classic protocol. */
export async function openFirefox(): Promise<Window> {
  const home = mkdtempSync(join(tmpdir(), 'crm-firefox-'));
  const firefox = spawn(
    requireProgram('firefox-esr'),
    ['--headless', '--no-remote', '--profile', home, '--remote-debugging-port', '0'],
    { env: { ...process.env, HOME: home }, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const at = await printed(firefox, /WebDriver BiDi listening on (\S+)/);
  const send = await converse(`${at}/session`);
  await send('session.new', { capabilities: {} });
  const { contexts } = await send('browsingContext.getTree', {});
  const { context } = contexts[0];

  return {
    goto: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    run: async (work, ...args) => {
      const call = { expression: inPage(work, args), target: { context }, awaitPromise: true };
      const { result, exceptionDetails } = await send('script.evaluate', call);
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return JSON.parse(result.value);
    },
    press: (x, y) => send('input.performActions', { context, actions: [pressing(x, y)] }),
    type: (keys) => send('input.performActions', { context, actions: [typing(keys)] }),
    resize: (width, height) =>
      send('browsingContext.setViewport', { context, viewport: { width, height }, devicePixelRatio: 1 }),
    shoot: async () => (await send('browsingContext.captureScreenshot', { context })).data,
    close: async () => {
      await end(firefox);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** A function call as an expression for the page. */
function inPage(work: unknown, args: unknown[]): string {
  return `(async () => JSON.stringify((await (${work})(...${JSON.stringify(args)})) ?? null))()`;
}

function pressing(x: number, y: number): Json {
  const move = { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 };
  const actions = [move, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }];
  return { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions };
}

function typing(keys: string): Json {
  const actions = [...keys].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]);
  return { type: 'key', id: 'keys', actions };
}

// biome-ignore lint/suspicious/noExplicitAny: what a driver answers
async function post(url: string, body: Json): Promise<any> {
  const text = JSON.stringify(body);
  const answer = await within(fetch(url, { method: 'POST', body: text }), () => `${url} ${text.slice(0, 500)}`);
  const { value } = (await answer.json()) as { value: { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

// biome-ignore lint/suspicious/noExplicitAny: what a browser answers
async function converse(url: string): Promise<(method: string, params: Json) => Promise<any>> {
  const socket = new WebSocket(url);
  await within(once(socket, 'open'), () => `${url} to open`);
  const pending = new Map<number, (answer: Json) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(data);
    pending.get(answer.id)?.(answer);
    pending.delete(answer.id);
  });
  let last = 0;
  return async (method, params) => {
    const id = ++last;
    const text = JSON.stringify({ id, method, params });
    const { promise, resolve } = Promise.withResolvers<Json>();
    pending.set(id, resolve);
    socket.send(text);
    const { type, error, message, result } = await within(promise, () => text.slice(0, 500));
    if (type === 'error') throw new Error(`${error}: ${message}`);
    return result;
  };
}

function needWebKitForPython(): void {
  const python = '/usr/bin/python3';
  requireProgram('python3');
  const needs: [code: string, debianPackage: string][] = [
    ['import gi', 'python3-gi'],
    ['import gi; gi.require_version("WebKit2", "4.1")', 'gir1.2-webkit2-4.1'],
  ];
  for (const [code, debianPackage] of needs) {
    try {
      execFileSync(python, ['-c', code], { stdio: 'ignore' });
    } catch {
      throw new Error(`Falta ${debianPackage}: apt-get install ${debianPackage}`);
    }
  }
}

async function untilItAnswers(url: string, service: ChildProcess): Promise<void> {
  const latest = Date.now() + WAIT_TIMEOUT_MS;
  while (!(await fetch(url).catch(() => null)))
    if (service.exitCode !== null || Date.now() > latest) throw new Error(`${service.spawnfile} does not answer`);
}

/** Resolves with the pattern's match in a program's output. */
function printed(child: ChildProcess, pattern: RegExp): Promise<string> {
  let text = '';
  const found = new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${child.spawnfile} ended with ${code}:\n${text}`)));
    (child.stdout ?? child.stderr)?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const match = pattern.exec(text);
      if (match?.[1]) resolve(match[1]);
    });
  });
  return within(found, () => `${pattern} of ${child.spawnfile}, which printed:\n${text}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await within(once(child, 'exit'), () => `the end of ${child.spawnfile}`);
}
