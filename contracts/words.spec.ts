import { reopenAlert } from './alerts.js';
import { productForm } from './catalog.js';
import { addDays, dayIn, daysBetween, startOfDay } from './day.js';
import { deviceEvent } from './device.js';
import { registerMachine } from './fleet.js';
import { signIn } from './identity.js';
import { machinesOfTag } from './device/machine-id.js';
import { amountToGive, formatCents, toAmount, toCents } from './money.js';
import { changeAccount } from './identity/organization.js';
import { refundSale } from './sales.js';
import { email, newPassword, personName } from './words.js';

describe('A tag names its machine', () => {
  it('tries the longest id before its three digits first, because ids may hold hyphens themselves, and a machine that is called like the tag only then', () => {
    expect(machinesOfTag('VM-001-042')).toEqual(['VM-001', 'VM-001-042', 'VM']);
    expect(machinesOfTag('-042')).toEqual(['-042']);
  });
  it('tries the whole first where it ends with none', () => {
    expect(machinesOfTag('VM-001-42')).toEqual(['VM-001-42', 'VM-001', 'VM']);
  });
  it('believes an explicit machine id before anything in the tag', () => {
    expect(machinesOfTag('VM-001-042', 'VM-009')).toEqual(['VM-009']);
  });
  it('takes a tag without a hyphen as the machine id', () => {
    expect(machinesOfTag('LOBBY')).toEqual(['LOBBY']);
  });
});

describe('A day is the day on the wall of the machine', () => {
  it('belongs to yesterday in New York while London has midnight behind it', () => {
    expect(dayIn('America/New_York', '2026-03-01T03:00:00Z')).toBe('2026-02-28');
    expect(dayIn('Europe/London', '2026-03-01T03:00:00Z')).toBe('2026-03-01');
  });
  it.each([
    ['America/New_York', '2022-01-01', '2022-01-01T05:00:00.000Z'],
    ['America/New_York', '2022-03-13', '2022-03-13T05:00:00.000Z'], // clocks go forward two hours later
    ['America/New_York', '2022-03-14', '2022-03-14T04:00:00.000Z'],
    ['America/New_York', '2022-11-06', '2022-11-06T04:00:00.000Z'], // and back
    ['Asia/Kathmandu', '2022-06-01', '2022-05-31T18:15:00.000Z'],
    ['Pacific/Auckland', '2022-06-01', '2022-05-31T12:00:00.000Z'],
  ])('begins in %s on %s at %s', (zone, day, at) => {
    expect(startOfDay(zone, day)).toBe(at);
    expect(dayIn(zone, at)).toBe(day);
  });
  it('counts days over months and leap years', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(daysBetween('2022-12-30', '2023-01-02')).toEqual(['2022-12-30', '2022-12-31', '2023-01-01', '2023-01-02']);
  });
});

describe('Money', () => {
  it('is exact for every price up to the highest', () => {
    for (let cents = 1; cents <= 99_999; cents++) if (toCents(toAmount(cents)) !== cents) throw new Error(`${cents} cents`);
    expect(toCents(19.99)).toBe(1999);
    expect(formatCents(123_456)).toBe('$1,234.56');
  });
});

describe('The product form says what is wrong in the specification\'s words', () => {
  const right = { sku: 'COLA-033', name: 'Cola', category: 'Drinks', price: 2.75, cost: 0.8, weight: 350 };
  it('takes a right product', () => {
    expect(productForm.parse(right)).toMatchObject({ ...right, isActive: true, allergens: [] });
  });
  it.each([
    [{ sku: 'C' }, 'SKU must be at least 2 characters'],
    [{ sku: 'C'.repeat(21) }, 'SKU cannot exceed 20 characters'],
    [{ sku: 'CO LA' }, 'SKU can only contain letters, numbers, hyphens, and underscores'],
    [{ name: '' }, 'Name is required'],
    [{ category: undefined }, 'Category is required'],
    [{ price: 0 }, 'Price must be a positive number'],
    [{ price: 1000 }, 'Price cannot exceed $999.99'],
    [{ cost: -1 }, 'Cost cannot be negative'],
    [{ cost: 3 }, 'Cost cannot be greater than price'],
    [{ weight: 1.5 }, 'Weight must be a whole number (no decimals)'],
    [{ weight: 5001 }, 'Weight must be between 1 and 5000 grams'],
    [{ weight: 0 }, 'Weight must be between 1 and 5000 grams'],
  ])('%j: %s', (wrong, message) => {
    const read = productForm.safeParse({ ...right, ...wrong });
    expect(read.error?.issues.map((issue) => issue.message)).toContain(message);
  });
});

describe('Device protocol v1', () => {
  const door = { v: 1, e: '0a1b2c3d', s: 1, at: 0, t: 'door', open: true, mode: 'customer' };
  it('takes a door event of a device that does not know the time', () => {
    expect(deviceEvent.parse(door)).toEqual(door);
  });
  it.each([[{ v: 2 }], [{ e: 'xyz' }], [{ s: 0 }], [{ s: 1.5 }], [{ at: -1 }], [{ t: 'open' }], [{ open: 'yes' }], [{ mode: 'party' }]])('refuses %j', (wrong) => {
    expect(deviceEvent.safeParse({ ...door, ...wrong }).success).toBe(false);
  });
});

describe('An amount to be given back', () => {
  it.each([0.01, 1.1, 4.35, 999_999])('of %d is taken', (amount) => expect(amountToGive.parse(amount)).toBe(amount));
  it.each([0, -1, 0.001, 1e-300, 1.005, 1e308, NaN, Infinity, '1'])('of %p is not: less than a cent, or a part of one, would be another sum than was written', (amount) => expect(amountToGive.safeParse(amount).success).toBe(false));
});

describe('Names and addresses that other people read', () => {
  it.each(['Zoë', 'नेहा', 'می\u200cخواهم', "O'Brien-Lee", '李'])('may be %s', (name) => expect(personName('').parse(name)).toBe(name));
  it.each(['a\u0000b', 'a\nb', '\u202eneve', 'a\u2066b'])('cannot be %j', (name) => expect(personName('').safeParse(name).success).toBe(false));
  it.each(['a\u0000@b.example', 'a\u202e@b.example', 'a\u200b@b.example'])('cannot be at %j', (address) => expect(email.safeParse(address).success).toBe(false));
  it.each(['x<a@b.example>', 'x,a@b.example', 'x;a@b.example', 'x:a@b.example', 'x:a@b.example;', '(x)a@b.example', 'a@(b.example)', '"a"@b.example', 'a\\@b.example', 'a@b.example,', 'a@[127.0.0.1]'])('cannot be at %s, which mail programs read as somebody else, or nobody', (address) => expect(email.safeParse(address).success).toBe(false));
  it.each(["o'neil+larder@b.example", 'a_b.c-d@b-c.example.com', 'jürgen@bücher.example', '李@例え.jp', 'a!#$%&*/=?^`{|}~@b.example'])('may be at %s', (address) => expect(email.parse(address)).toBe(address));
});

describe('What is too long is told so, and not that it is missing:', () => {
  const long = 'x'.repeat(600);
  const machine = { machineId: 'VM-1', name: 'Lobby', location: { address: 'Here' } };
  it.each([
    [personName('First name is required'), long, 'Names cannot exceed 100 characters'],
    [email, `${long}@stays.example`, 'Email cannot exceed 254 characters'],
    [newPassword, `Aa-1${long}`, 'Password cannot exceed 256 characters'],
    [signIn.input, { email: 'ann@stays.example', password: long }, 'Password cannot exceed 256 characters'],
    [changeAccount.input, { name: long }, 'Names cannot exceed 100 characters'],
    [registerMachine.input, { ...machine, name: long }, 'Name cannot exceed 100 characters'],
    [registerMachine.input, { ...machine, location: { address: long } }, 'Location cannot exceed 200 characters'],
    [refundSale.input, { id: 's', reason: long }, 'A reason cannot exceed 300 characters'],
    [reopenAlert.input, { id: 'a', reason: long }, 'A reason cannot exceed 500 characters'],
  ])('%#', (schema, entered, message) => expect(schema.safeParse(entered).error?.issues.map((issue) => issue.message)).toEqual([message]));
});
