/** The questions of operators, and what a process answers. */
import type { AnyFact } from '@larder/contracts/fact.js';
import { liftSecondFactor, makeOwner, setEmail } from '@larder/contracts/identity.js';
import { isRefusal } from '@larder/contracts/reply.js';
import type { Replayed } from '../aside/dead-letters.js';
import type { Letter } from '../aside/set-aside.js';
import type { Asked } from '../bus/ask.js';
import type { Kit } from '../kit.js';
import type { BackedUp } from '../moving/backup.js';

export interface Lag {
  views: { view: string; facts: number }[];
  relays: { service: string; facts: number }[];
}

/** `of` is a stream, a view, a fact's id, a consumer or a folder, as the question wants it. */
export interface Answers {
  lag(): Promise<Lag>;
  stream(of: string): Promise<AnyFact[]>;
  /** The number of facts whose chain is whole; rejects with the first place where it is not. */
  verify(): Promise<number>;
  rebuild(of: string): Promise<true>;
  letters(): Promise<(Letter & { consumer: string })[]>;
  letter(of: string): Promise<AnyFact>;
  /** Of one consumer, or of all without a name. */
  replay(of: string): Promise<({ consumer: string } & Replayed)[]>;
  backup(of: string): Promise<BackedUp>;
  /** `of` is an e-mail address. */
  resetTwoStep(of: string): Promise<true>;
  /** `of` is an e-mail address, a blank, and the one that takes its place. */
  changeAddress(of: string): Promise<true>;
  /** The name of the organization that the one with the e-mail address `of` owns now. */
  makeOwner(of: string): Promise<string>;
}
export type Question = keyof Answers;

/** Who may read the data may ask, whoever they are. */
const asked = (kit: Kit): Asked => ({ caller: { kind: 'service', name: 'operations' }, commandId: kit.chance.uuid(), correlationId: 'operations' });

export function answersOf(kit: Kit): Answers {
  return {
    lag: async () => ({ views: await kit.views.behind(), relays: await kit.relaysBehind() }),
    stream: (of) => kit.stream(of),
    verify: () => kit.verify(),
    rebuild: async (of) => {
      await kit.views.rebuild(of);
      return true;
    },
    letters: async () => (await Promise.all(kit.deadLetters().map(async (letters) => (await letters.list()).map((letter) => Object.assign({ consumer: letters.name }, letter))))).flat(),
    letter: async (of) => {
      for (const letters of kit.deadLetters()) {
        const fact = await letters.show(of);
        if (fact) return fact;
      }
      throw new Error(`No fact ${of} is set aside here`);
    },
    replay: async (of) => {
      const names = of === '' ? kit.deadLetters().map(({ name }) => name) : [of];
      const replayed = [];
      for (const consumer of names) {
        const done = await kit.replay(consumer);
        if (!done) throw new Error(`Nothing is heard here as ${consumer}; there is ${kit.deadLetters().map(({ name }) => name).join(', ')}`);
        replayed.push({ consumer, ...done });
      }
      return replayed;
    },
    backup: (of) => kit.backUp(of),
    resetTwoStep: async (of) => {
      const done = await kit.ask(liftSecondFactor, { email: of }, asked(kit));
      if (isRefusal(done)) throw new Error(done.message);
      return true;
    },
    changeAddress: async (of) => {
      const [email = '', to = ''] = of.split(' ');
      const done = await kit.ask(setEmail, { email, to }, asked(kit));
      if (isRefusal(done)) throw new Error(done.message);
      return true;
    },
    makeOwner: async (of) => {
      const made = await kit.ask(makeOwner, { email: of }, asked(kit));
      if (isRefusal(made)) throw new Error(made.message);
      return made.organizationName;
    },
  };
}
