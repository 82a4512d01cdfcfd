import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../free-port.ts';
import { pollUntil } from '../poll-until.ts';

/** A window of WebKit, the engine of every browser on an iPhone. */
export type WebKit = {
  go(url: string): Promise<void>;
  /** Goes back in the history. */
  back(): Promise<void>;
  /** Runs the body of a function in the page; returns its result, after a promise has settled. */
  run(body: string, ...values: unknown[]): Promise<unknown>;
  /** Presses the element with this name as soon as it is visible. */
  press(name: string, role?: 'button' | 'option' | 'link'): Promise<void>;
  /** Types into the field with this label, replacing its content. */
  type(label: string, text: string): Promise<void>;
  /** The visible text of the page. */
  text(): Promise<string>;
  /** Opens another tab and switches to it; the returned function switches back, with both open. */
  openTab(): Promise<() => Promise<void>>;
  close(): Promise<void>;
};

const LIBRARIES = '/usr/lib';

/** Path of WebKitGTK's MiniBrowser in Debian; undefined where it is not installed. */
function miniBrowser(): string | undefined {
  return readdirSync(LIBRARIES)
    .map((folder) => path.join(LIBRARIES, folder, 'webkit2gtk-4.1/MiniBrowser'))
    .find((file) => existsSync(file));
}

/** Opens a window of a phone's size on its own display, with a profile in `home`. */
export async function openWebKit(home: string): Promise<WebKit> {
  const binary = miniBrowser();
  if (!binary) throw new Error('install webkit2gtk-driver and xvfb');
  const { xvfb, display } = await startDisplay();
  const port = await freePort();
  const env = { PATH: process.env.PATH ?? '', HOME: home, DISPLAY: display, WEBKIT_DISABLE_COMPOSITING_MODE: '1' };
  const driver = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], { env, stdio: 'ignore' });
  const end = async () => {
    for (const child of [driver, xvfb]) await ended(child);
  };
  const ask = asking(`http://127.0.0.1:${port}`);
  await pollUntil(
    () => ask('GET', '/status').catch(() => null),
    (status) => status !== null,
  );
  const browserOptions = { binary, args: ['--automation'] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions } };
  const { sessionId } = Object(await ask('POST', '/session', { capabilities }));
  const inSession = (method: string, at: string, body?: object) => ask(method, `/session/${sessionId}${at}`, body);
  await inSession('POST', '/window/rect', { x: 0, y: 0, width: 412, height: 823 });
  const run = (body: string, ...values: unknown[]) =>
    inSession('POST', '/execute/async', {
      script: `const done = arguments[arguments.length - 1];
        (async (...values) => { ${body} })(...arguments).then(done, (error) => done({ failed: String(error) }));`,
      args: values,
    });
  /** The driver's reference to the element that a script finds, as soon as there is one. */
  async function found(script: string, ...values: unknown[]): Promise<string> {
    const element = await pollUntil(
      () => inSession('POST', '/execute/sync', { script, args: values }).catch(() => null),
      (found) => found !== null,
    );
    return String(Object.values(Object(element))[0]);
  }
  return {
    go: async (url) => void (await inSession('POST', '/url', { url })),
    back: async () => void (await inSession('POST', '/back', {})),
    run,
    press: (name, role = 'button') =>
      untilInPlace(async () => {
        const element = await found(BY_NAME, name, role);
        await inSession('POST', `/element/${element}/click`, {});
      }),
    type: (label, text) =>
      untilInPlace(async () => {
        const element = await found(BY_LABEL, label);
        const script = 'arguments[0].focus(); arguments[0].select();';
        await inSession('POST', '/execute/sync', { script, args: [{ [ELEMENT]: element }] });
        await inSession('POST', `/element/${element}/value`, { text });
      }),
    async openTab() {
      const before = await inSession('GET', '/window');
      const { handle } = Object(await inSession('POST', '/window/new', { type: 'tab' }));
      await inSession('POST', '/window', { handle });
      return async () => void (await inSession('POST', '/window', { handle: before }));
    },
    text: async () => String(await run('return document.body.innerText')),
    async close() {
      await inSession('DELETE', '').catch(() => {});
      await end();
    },
  };
}

/** The property by which an element is passed to a script: https://www.w3.org/TR/webdriver2/#elements */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

const BY_NAME = `const [name, role] = arguments;
  const tags = { button: 'button', link: 'a[href]', option: '[role=option]' };
  return [...document.querySelectorAll(tags[role])].find((one) =>
    one.getClientRects().length > 0 && (one.getAttribute('aria-label') ?? one.innerText).trim().split('\\n')[0] === name) ?? null;`;

const BY_LABEL = `const [name] = arguments;
  const label = [...document.querySelectorAll('label')].find((one) => one.textContent.trim().startsWith(name));
  return label?.control ?? null;`;

/** Xvfb chooses a free display itself and prints its number. */
async function startDisplay(): Promise<{ xvfb: ChildProcess; display: string }> {
  const screen = ['-displayfd', '1', '-screen', '0', '1024x1024x24', '-nolisten', 'tcp'];
  const xvfb = spawn('Xvfb', screen, { stdio: ['ignore', 'pipe', 'ignore'] });
  const number = await new Promise<string>((resolve, reject) => {
    xvfb.stdout?.once('data', (part) => resolve(String(part).trim()));
    xvfb.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
  });
  return { xvfb, display: `:${number}` };
}

/** Acts on an element anew when it was rendered again before the driver reached it. */
async function untilInPlace(act: () => Promise<void>): Promise<void> {
  await pollUntil(
    () =>
      act().then(
        () => true,
        (error: unknown) => (/not interactable|stale/.test(String(error)) ? false : Promise.reject(error)),
      ),
    Boolean,
  );
}

function asking(base: string) {
  return async (method: string, at: string, body?: object): Promise<unknown> => {
    const answer = await fetch(base + at, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = Object(await answer.json());
    if (!answer.ok) throw new Error(`${method} ${at}: ${JSON.stringify(value)}`);
    return value;
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}
