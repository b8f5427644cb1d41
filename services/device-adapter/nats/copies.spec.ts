import { Copies } from './copies.js';

const machines = Array.from({ length: 300 }, (_, n) => `VM-${n}`);

describe('Copies of the device-adapter', () => {
  it('share the machines: each is exactly one copy\'s, and none has nearly all', () => {
    const copies = ['a', 'b', 'c'].map((id) => new Copies(id, () => 0));
    for (const copy of copies) for (const { id } of copies) copy.hear(id);
    for (const machine of machines) expect(copies.filter((copy) => copy.isOurs(machine))).toHaveLength(1);
    for (const copy of copies) expect(machines.filter((machine) => copy.isOurs(machine)).length).toBeGreaterThan(50);
  });

  it('has all of them while it is alone', () => expect(machines.every((machine) => new Copies('a', () => 0).isOurs(machine))).toBe(true));

  it('takes over the machines of a copy that is not heard any more, and of one that says goodbye', () => {
    let now = 0;
    const left = new Copies('a', () => now);
    left.hear('b');
    const others = machines.filter((machine) => !left.isOurs(machine));
    expect(others.length).toBeGreaterThan(0);
    now = 7_000;
    expect(others.every((machine) => left.isOurs(machine))).toBe(true);
    left.hear('b');
    expect(others.some((machine) => left.isOurs(machine))).toBe(false);
    left.forget('b');
    expect(others.every((machine) => left.isOurs(machine))).toBe(true);
  });

  it('takes them over also where the clock was put back just before the other one went', () => {
    let now = 3_600_000;
    const left = new Copies('a', () => now);
    left.hear('b');
    now = 0;
    expect(machines.every((machine) => left.isOurs(machine))).toBe(true);
    left.hear('b');
    expect(machines.every((machine) => left.isOurs(machine))).toBe(false);
  });

  it('tells a newcomer from one that is known, so it can be told at once who is there', () => {
    let now = 0;
    const copy = new Copies('a', () => now);
    expect([copy.hear('a'), copy.hear('b'), copy.hear('b')]).toEqual([false, true, false]);
    now = 7_000;
    expect(copy.hear('b')).toBe(true);
    copy.forget('b');
    expect(copy.hear('b')).toBe(true);
  });

  it('leaves the machines of others where they are when one goes', () => {
    const [a, b] = [new Copies('a', () => 0), new Copies('b', () => 0)];
    for (const copy of [a, b]) for (const id of ['a', 'b', 'c']) copy.hear(id);
    const ofA = machines.filter((machine) => a.isOurs(machine));
    for (const copy of [a, b]) copy.forget('c');
    expect(ofA.every((machine) => a.isOurs(machine) && !b.isOurs(machine))).toBe(true);
  });
});
