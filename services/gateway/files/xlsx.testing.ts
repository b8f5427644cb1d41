/** For tests: what a spreadsheet reads in a workbook. */
import { crc32, inflateRawSync } from 'node:zlib';

const CENTRAL = 0x02014b50;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** By the list at its end, as readers do; a sum that does not hold is an error. */
export function unzipped(zip: Buffer): Map<string, string> {
  const end = zip.length - 22;
  const files = new Map<string, string>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== CENTRAL) throw new Error(`There is no file listed at ${at}`);
    const [sum, packed, size, length, local] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24), zip.readUInt16LE(at + 28), zip.readUInt32LE(at + 42)];
    const name = zip.toString('utf8', at + 46, at + 46 + length);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const content = inflateRawSync(zip.subarray(from, from + packed));
    if (content.length !== size || crc32(content) !== sum) throw new Error(`${name} is not what the list says`);
    files.set(name, content.toString());
    at += 46 + length + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}

export interface Sheets {
  [name: string]: (string | number)[][];
}

/** Text is text, numbers are numbers; a day is the number of it. */
export function readXlsx(bytes: Buffer): Sheets {
  const files = unzipped(bytes);
  const names = [...(files.get('xl/workbook.xml') ?? '').matchAll(/<sheet name="([^"]*)"/g)].map(([, name = '']) => name);
  return Object.fromEntries(names.map((name, n) => [name, [...(files.get(`xl/worksheets/sheet${n + 1}.xml`) ?? '').matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) => [...row.matchAll(/<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].map(([, , content = '']) => valueOf(content)))]));
}

function valueOf(content: string): string | number {
  const number = /<v>(.*)<\/v>/.exec(content)?.[1];
  if (number !== undefined) return Number(number);
  const text = /<t xml:space="preserve">(.*)<\/t>/s.exec(content)?.[1] ?? '';
  return text.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ENTITIES[name] as string).replace(/_x005F_/g, '_');
}
