/** For browser tests: the built product as `npm start` runs it, and pages that open on it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SignInWay } from '@larder/contracts/identity.js';
import { freePort, until } from '@larder/kit/testing.js';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { lastAsked, noteAsked } from './asked.js';

export interface Viewport {
  width: number;
  height: number;
}
/** Whom the demo's organization has. */
type Role = 'owner' | 'admin' | 'operator' | 'viewer';
/** One thing that lies in the local storage. */
interface Kept {
  name: string;
  value: string;
}
export interface Mail {
  to: string;
  subject: string;
  text: string;
}
export const PHONE: Viewport = { width: 360, height: 740 };
export const DESK: Viewport = { width: 1440, height: 900 };

/** What is on its way to where it opens, a button's spinner aside. Every step waits until it stands there: where much else is at work a click meant for it missed it. */
const OPENING = ':is([class*="-enter-active"], [class*="-appear-active"]):not(.ant-btn-loading-icon)';
/** A step that hangs ends before its test does, so that the failure names it. */
const STEP_MS = 15_000;
/** Until product and browser have started, on a machine that does much else. */
const START_MS = 120_000;

const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/**
 * One product and one browser for a test file. Call `inBrowser()` at its top: it starts and ends them, and fails a test whose pages reported errors.
 * @param moves menus and dialogs come and go as for most people: where that is looked at. Waiting for it all over took a quarter of the time.
 */
export function inBrowser(environment: Record<string, string> = {}, { moves = false } = {}): InBrowser {
  const product = new InBrowser(environment, moves);
  beforeAll(() => product.start(), START_MS);
  afterAll(() => product.end());
  beforeEach(() => product.begin());
  afterEach(async () => {
    if (hasFailed) await product.tell();
    await product.leave();
    expect(product.errors()).toEqual([]);
  });
  return product;
}

/** Of the test that runs (`failing-environment.mjs`). */
declare const hasFailed: boolean;

export class InBrowser {
  private noted: string[] = [];
  private caused: string[] = [];
  private folder = '';
  private port = 0;
  private larder?: ChildProcess;
  private browser?: Browser;
  private shared = new Set<BrowserContext>();

  constructor(private readonly environment: Record<string, string>, private readonly moves: boolean) {}

  async start(): Promise<void> {
    this.folder = mkdtempSync(join(tmpdir(), 'larder-browser-'));
    this.port = await freePort();
    this.larder = await this.launch();
    this.browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ARGUMENTS });
  }

  async end(): Promise<void> {
    this.shared.clear();
    await this.leave();
    await this.browser?.close();
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** `kill -9`, and everything again on the same data. */
  async restart(): Promise<void> {
    await this.kill();
    this.larder = await this.launch();
  }

  url(path: string): string {
    return `http://localhost:${this.port}${path}`;
  }

  /** A page of a browser profile of its own, in which `kept` lies in the local storage; with `scripts: false` none of its scripts runs, with `still` its person wants nothing to move, as they do unless the file looks at what moves; `locale` is the language of the phone. */
  async open(viewport: Viewport, path: string, { scripts = true, still = !this.moves, locale = 'en-US', kept = [] as Kept[] } = {}): Promise<Page> {
    if (!this.browser) throw new Error('The browser has not been started');
    const origins = kept.length > 0 ? [{ origin: this.url(''), localStorage: kept }] : [];
    const context = await this.browser.newContext({ viewport, javaScriptEnabled: scripts, locale, reducedMotion: still ? 'reduce' : 'no-preference', storageState: { cookies: [], origins } });
    context.setDefaultTimeout(STEP_MS);
    const page = await context.newPage();
    noteAsked(page);
    await page.addLocatorHandler(page.locator(OPENING).first(), async () => undefined);
    page.on('console', (message) => message.type() === 'error' && this.noted.push(`${message.text()} ${message.location().url}`));
    page.on('pageerror', (error) => this.noted.push(String(error)));
    await page.goto(this.url(path));
    return page;
  }

  /** Fills the sign-in page that is open with one of the demo's people. */
  async signIn(page: Page, role: Role = 'owner'): Promise<void> {
    await page.getByLabel('Email').fill(`${role}@larder.example`);
    await page.getByLabel('Password', { exact: true }).fill(this.demoPassword());
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname.startsWith('/app/'));
  }

  /** A page on which one of the demo's people has come to `path`, signed in for themselves alone. Their browser holds what the sign-in page leaves there: loading that page and proving the password on it took a quarter of what coming to a screen costs, and `signIn` does it where it is what a test is about. */
  async signedIn(path: string, viewport = DESK, role: Role = 'owner'): Promise<Page> {
    const { signIn } = await this.call<{ signIn: SignInWay[] }>('GET', '/api/settings');
    const tokens = await this.tokens(role);
    const kept = (['idToken', 'accessToken', 'refreshToken'] as const).map((name) => ({ name: `larder.${name}`, value: tokens[name] }));
    return this.open(viewport, path, { kept: [...kept, { name: 'larder.signInWay', value: JSON.stringify(signIn.find(({ kind }) => kind === 'cognito')) }] });
  }

  /** What the API answers, asked beside the pages; throws when it refuses. */
  async call<T>(method: string, path: string, authorization = '', body?: object): Promise<T> {
    const headers = { ...(authorization && { authorization }), ...(body && { 'content-type': 'application/json' }) };
    const response = await fetch(this.url(path), { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const answer = (await response.json()) as { success: boolean; data: T; message?: string };
    if (!answer.success) throw new Error(`${method} ${path}: ${answer.message}`);
    return answer.data;
  }

  /** The authorization of one of the demo's people, for `call`. */
  async bearer(role: Role = 'owner'): Promise<string> {
    return `Bearer ${(await this.tokens(role)).idToken}`;
  }

  private tokens(role: Role): Promise<{ idToken: string; accessToken: string; refreshToken: string }> {
    return this.call('POST', '/api/cognito-auth/auth', '', { email: `${role}@larder.example`, password: this.demoPassword() });
  }

  /** Everything that was sent by e-mail. */
  async mails(): Promise<Mail[]> {
    return (await fetch(this.url('/dev/mailbox.json'))).json() as Promise<Mail[]>;
  }

  /** Waits for an e-mail as somebody with their mailbox open. */
  mailTo(to: string, subject: RegExp): Promise<Mail> {
    return until(`${to} has got ${subject}`, async () => (await this.mails()).find((mail) => mail.to === to && subject.test(mail.subject)));
  }

  /** Of all the demo's people. */
  demoPassword(): string {
    return (JSON.parse(readFileSync(join(this.folder, 'demo.json'), 'utf8')) as { password: string }).password;
  }

  /** Another test. What is open already is for all tests of the file. */
  begin(): void {
    [this.noted, this.caused] = [[], []];
    this.shared = new Set(this.browser?.contexts());
  }

  /** Closes what the test has opened: a page that nobody looks at any more asks for news all the same. */
  async leave(): Promise<void> {
    const own = this.browser?.contexts().filter((context) => !this.shared.has(context)) ?? [];
    await Promise.all(own.map(async (context) => {
      // What pages ask for until the last moment may be answered by a test, which is over.
      await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
      await context.close();
    }));
  }

  /** What the open pages show, dialogs last, and have asked for last: much of it nobody can see when the test is over. */
  async tell(): Promise<void> {
    for (const page of this.browser?.contexts().flatMap((context) => context.pages()) ?? []) {
      const shown = await page.locator('body').innerText({ timeout: 2_000 }).catch(String);
      process.stderr.write(`\n${page.url()} shows:\n${shown.length > 3_000 ? `${shown.slice(0, 1_500)}\n[...]\n${shown.slice(-1_500)}` : shown}\nand has asked:\n${lastAsked(page).join('\n')}\n`);
    }
  }

  /** What pages wrote to their console as errors, or threw, during this test, but for what it causes. */
  errors(): string[] {
    return this.noted.filter((text) => !this.caused.some((part) => text.includes(part)));
  }

  /** Errors that this test causes on purpose, by status or by a part of what the browser says. Browsers note them when they come to it, also after the page has shown them. */
  causes(...what: (number | string)[]): void {
    this.caused.push(...what.map((one) => (typeof one === 'number' ? `status of ${one} ` : one)));
  }

  /** Resolves when the product has printed its addresses. */
  private launch(): Promise<ChildProcess> {
    const env = { ...process.env, DATA_DIR: this.folder, PORT: String(this.port), MQTT_PORT: '0', LOG_LEVEL: 'error', DEMO_PACE: '4', ...this.environment };
    return new Promise((started, failed) => {
      const child = spawn(process.execPath, ['dist/all.js'], { env });
      let printed = '';
      child.stdout.on('data', (text: Buffer) => {
        printed += text.toString();
        if (printed.includes('API:')) started(child);
      });
      child.stderr.on('data', (text: Buffer) => (printed += text.toString()));
      child.once('exit', (code) => failed(new Error(`ended with ${code}: ${printed}`)));
    });
  }

  /** A guest takes something at a machine of the demo, and pays for it. */
  async buy(): Promise<void> {
    const phone = await this.open(PHONE, '/vend/new');
    await phone.getByRole('button', { name: 'Tap NFC Tag' }).click();
    await phone.getByText('Items removed - Payment required').waitFor({ timeout: 30_000 });
    await phone.getByRole('button', { name: /^Pay \$/ }).click();
    await phone.getByText('TEST payment').waitFor();
    await phone.getByRole('button', { name: /^Pay \$/ }).click();
    await phone.getByText('Payment Successful!').waitFor();
    await phone.close();
  }

  private async kill(): Promise<void> {
    const { larder } = this;
    if (!larder || larder.exitCode !== null) return;
    await new Promise<void>((gone) => {
      larder.removeAllListeners('exit');
      larder.once('exit', () => gone());
      larder.kill('SIGKILL');
    });
  }
}
