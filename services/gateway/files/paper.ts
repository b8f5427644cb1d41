/** A PDF as it is written, page after page: headings, figures, bars and tables in one plain style. */
import { createRequire } from 'node:module';
import type { Readable } from 'node:stream';
import PDFDocument from 'pdfkit';
import type { Bar } from './sheet.js';

const MARGIN = 46;
const INK = '#1d2421';
const MUTED = '#59645e';
const EDGE = '#d8d2c5';
const BRAND = '#1f5a47';
const RED = '#b03a2c';
const TEXT = 'Helvetica';
const BOLD = 'Helvetica-Bold';
type Font = typeof TEXT | typeof BOLD;
const CHART_HEIGHT = 130;
const MOST_LABELS = 8;

/** What the fonts that every reader has can print: Western European letters, and of the signs of currencies an organization can count in all but one. */
const PLAIN = /^[\x20-\x7e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u20ac]*$/u;
/** DejaVu's go along with the letters that are used of them: all that is Latin, Greek, Cyrillic, Armenian or Georgian. It has Hebrew and Arabic as well, but here nothing turns words around that run from right to left. */
const WIDE = { [TEXT]: 'DejaVuSansCondensed.ttf', [BOLD]: 'DejaVuSansCondensed-Bold.ttf' };
const UNKNOWN = /[^\x20-\x7e\u00a0-\u024f\u0370-\u0525\u0531-\u0556\u0561-\u0587\u10d0-\u10fc\u1e00-\u1efb\u1f00-\u1fff\u2010-\u2027\u20a0-\u20b5\u20b8-\u20ba]/gu;

/** A text as it is printed: what no font here has letters for loses its marks, or is a question mark. */
export const printable = (text: string): string =>
  text.normalize('NFC').replace(/\s/g, ' ').replace(/[\u2068\u2069]/g, '').replace(UNKNOWN, (letter) => letter.normalize('NFD').replace(/\p{M}/gu, '').replace(UNKNOWN, '?'));
/** Whether some letters of it are printed as a question mark. */
export const isCut = (text: string): boolean => printable(text.replaceAll('?', '')).includes('?');

const files: Partial<Record<Font, string>> = {};
/** A name that every reader knows, or a file. */
const fontFor = (printed: string, font: Font): string => (PLAIN.test(printed) ? font : (files[font] ??= createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${WIDE[font]}`)));

export interface PaperColumn {
  title: string;
  width: number;
  alignRight?: boolean;
}

export class Paper {
  private readonly doc: PDFKit.PDFDocument;
  private page = 0;
  private isCut = false;

  constructor(private readonly title: string, private readonly subtitle: string, at: Date) {
    this.doc = new PDFDocument({ size: 'LETTER', margin: MARGIN, autoFirstPage: false, lang: 'en-US', displayTitle: true, info: { Title: title, Creator: 'Larder', CreationDate: at } });
    this.doc.on('pageAdded', () => this.footer());
    this.doc.addPage();
    this.inFont(BOLD, title).fontSize(18).fillColor(INK).text(this.printed(title));
    this.inFont(TEXT, subtitle).fontSize(10).fillColor(MUTED).text(this.printed(subtitle)).moveDown(1);
  }

  /** Read while it is written. */
  get stream(): Readable {
    return this.doc as unknown as Readable;
  }

  heading(text: string): void {
    this.room(60);
    this.inFont(BOLD, text).fontSize(12).moveDown(0.9).fillColor(INK).text(this.printed(text), MARGIN).moveDown(0.4);
  }

  note(text: string): void {
    this.inFont(TEXT, text).fontSize(9).fillColor(MUTED).text(this.printed(text), MARGIN, undefined, { width: this.width }).moveDown(0.3);
  }

  /** Names and values side by side, four in a row. */
  figures(pairs: readonly (readonly [string, string])[]): void {
    const width = this.width / 4;
    for (let from = 0; from < pairs.length; from += 4) {
      this.room(36);
      const { y } = this.doc;
      for (const [at, [name, value]] of pairs.slice(from, from + 4).entries()) {
        this.cell(name, MARGIN + at * width, y, width, { size: 8, color: MUTED });
        this.cell(value, MARGIN + at * width, y + 11, width, { size: 13, font: BOLD });
      }
      this.doc.y = y + 36;
    }
  }

  /** @param empty what is said where there is nothing to show */
  bars(bars: readonly Bar[], format: (value: number) => string, empty: string): void {
    const most = Math.max(...bars.map(({ value }) => value), 0);
    if (bars.every(({ value }) => value === 0)) return this.note(empty);
    const least = Math.min(...bars.map(({ value }) => value), 0);
    this.room(CHART_HEIGHT + 30);
    const top = this.doc.y;
    const heightOf = (value: number): number => (value / (most - least)) * (CHART_HEIGHT - 12);
    const base = top + 12 + heightOf(most);
    const step = this.width / bars.length;
    this.cell(format(most), MARGIN, top, this.width, { size: 8, color: MUTED });
    for (const [at, { value }] of bars.entries()) {
      const height = heightOf(value);
      this.doc.rect(MARGIN + at * step + step * 0.15, height < 0 ? base : base - height, step * 0.7, Math.abs(height)).fill(value < 0 ? RED : BRAND);
    }
    this.doc.moveTo(MARGIN, base).lineTo(MARGIN + this.width, base).lineWidth(0.5).stroke(EDGE);
    const every = Math.ceil(bars.length / MOST_LABELS);
    const bottom = top + CHART_HEIGHT;
    for (const [at, { label }] of bars.entries()) if (at % every === 0) this.cell(label, MARGIN + at * step, bottom + 3, step * every - 2, { size: 7, color: MUTED });
    this.doc.y = bottom + 18;
  }

  /** Answers how to add a row; the head is repeated on every page. */
  table(columns: readonly PaperColumn[]): (cells: readonly string[]) => void {
    const all = columns.reduce((sum, { width }) => sum + width, 0);
    const widths = columns.map(({ width }) => (width / all) * this.width);
    const row = (cells: readonly string[], font: Font, color: string): void => {
      this.inFont(font, ...cells).fontSize(8);
      const height = Math.max(...cells.map((text, at) => this.doc.heightOfString(this.printed(text) || ' ', { width: (widths[at] as number) - 6 }))) + 5;
      if (this.room(height) && font === TEXT) head();
      const { y } = this.doc;
      let x = MARGIN;
      this.inFont(font, ...cells).fontSize(8).fillColor(color); // once more: the page may have been turned
      for (const [at, text] of cells.entries()) {
        const width = widths[at] as number;
        this.doc.text(this.printed(text), x, y + 2, { width: width - 6, align: columns[at]?.alignRight ? 'right' : 'left' });
        x += width;
      }
      this.doc.moveTo(MARGIN, y + height).lineTo(MARGIN + this.width, y + height).lineWidth(0.4).stroke(EDGE);
      this.doc.y = y + height;
    };
    const head = (): void => row(columns.map(({ title }) => title), BOLD, MUTED);
    head();
    return (cells) => row(cells, TEXT, INK);
  }

  /** @param whole where the letters are that these fonts do not have, if there are any */
  end(whole: string): void {
    if (this.isCut) this.note(`A question mark in a name stands for letters that this document has no font for. ${whole}`);
    this.doc.end();
  }

  private printed(text: string): string {
    this.isCut ||= isCut(text);
    return printable(text);
  }

  /** In one font for texts that stand on one line. */
  private inFont(font: Font, ...texts: readonly string[]): PDFKit.PDFDocument {
    return this.doc.font(fontFor(texts.map(printable).join(''), font));
  }

  private get width(): number {
    return this.doc.page.width - 2 * MARGIN;
  }

  /** Turns the page when less than `height` is left; answers whether it did. */
  private room(height: number): boolean {
    if (this.doc.y + height <= this.doc.page.height - MARGIN) return false;
    this.doc.addPage();
    return true;
  }

  private cell(text: string, x: number, y: number, width: number, { size, color = INK, font = TEXT }: { size: number; color?: string; font?: Font }): void {
    this.inFont(font, text).fontSize(size).fillColor(color).text(this.printed(text), x, y, { width: width - 4, height: size + 2, ellipsis: true, lineBreak: true });
  }

  /** Below the margin, where text would otherwise turn the page. */
  private footer(): void {
    this.page++;
    const { page } = this.doc;
    page.margins.bottom = 0;
    const line = `${this.title} · ${this.subtitle} · page ${this.page}`;
    this.inFont(TEXT, line).fontSize(7.5).fillColor(MUTED).text(this.printed(line), MARGIN, page.height - 30, { width: this.width, height: 10, ellipsis: true });
    page.margins.bottom = MARGIN;
    this.doc.x = MARGIN;
    this.doc.y = MARGIN;
  }
}
