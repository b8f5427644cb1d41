/** WebKit, on which every browser of an iPhone is made: the one of Debian's packages webkit2gtk-driver and xvfb. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { freePort } from '@larder/kit/testing.js';
import { Builder, By, Key, type WebDriver } from 'selenium-webdriver';

const WAIT_MS = 20_000;

/** Whether both programs are there. */
export const hasWebkit = (): boolean => ['WebKitWebDriver', 'Xvfb'].every((program) => spawnSync(program, ['-help']).error === undefined);

export class Webkit {
  private readonly programs: ChildProcess[] = [];
  private driver!: WebDriver;

  async start(): Promise<void> {
    const screen = this.run('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1200x24'], {});
    const display = await new Promise<string>((told) => screen.stdout?.once('data', (text: Buffer) => told(text.toString().trim())));
    const port = await freePort();
    this.run('WebKitWebDriver', ['-p', String(port)], { DISPLAY: `:${display}` });
    await answers(`http://127.0.0.1:${port}/status`);
    this.driver = await new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities({ browserName: 'MiniBrowser' }).build();
  }

  async end(): Promise<void> {
    await this.driver?.quit();
    for (const program of this.programs) program.kill('SIGKILL');
  }

  /** Its window is never narrower than some 450 px. */
  async open(url: string, { width, height }: { width: number; height: number }): Promise<void> {
    await this.driver.manage().window().setRect({ width, height, x: 0, y: 0 });
    await this.driver.get(url);
  }

  /** Resolves when the page shows a text. */
  async shows(text: string): Promise<void> {
    let shown = '';
    const isThere = async (): Promise<boolean> => {
      shown = await this.driver.findElement(By.css('body')).getText().catch(() => '');
      return shown.includes(text);
    };
    await this.driver.wait(isThere, WAIT_MS).catch(() => Promise.reject(new Error(`${text} is not shown, but: ${shown}`)));
  }

  /** Presses the button that begins with these words. */
  async press(words: string): Promise<void> {
    await this.driver.findElement(By.xpath(`//button[starts-with(normalize-space(), "${words}")]`)).click();
  }

  /** Types into a field, by its kind, and ends with Enter if told so. */
  async type(kind: 'email' | 'password', text: string, andEnter = false): Promise<void> {
    await this.driver.findElement(By.css(`input[type=${kind}]`)).sendKeys(text, ...(andEnter ? [Key.ENTER] : []));
  }

  /** Nothing may stick out to the side. */
  fits = (): Promise<boolean> => this.driver.executeScript<boolean>('return document.documentElement.scrollWidth <= innerWidth');

  private run(program: string, args: string[], environment: Record<string, string>): ChildProcess {
    const child = spawn(program, args, { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'ignore'] });
    this.programs.push(child);
    return child;
  }
}

async function answers(url: string): Promise<void> {
  for (const end = Date.now() + WAIT_MS; ; ) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    if (Date.now() > end) throw new Error(`${url} does not answer`);
  }
}
