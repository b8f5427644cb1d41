/** The calls that are answered with a file, and how each is made. */
import type { z } from 'zod';
import { exportSales } from '@larder/contracts/sales/exports.js';
import { evidence } from '@larder/contracts/vending/black-box.js';
import type { Refusal } from '@larder/contracts/reply.js';
import type { Contract, In } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import type { Kit } from '@larder/kit/kit.js';
import { badInput } from '@larder/kit/bus/nest-bus.js';
import { exportFile } from './export-file.js';
import type { FileAnswer } from './file-answer.js';

type Make = (kit: Kit, input: unknown, asked: Asked) => Promise<FileAnswer | Refusal>;

const made = <I extends z.ZodType, O extends z.ZodType>(contract: Contract<I, O>, make: (kit: Kit, input: In<Contract<I, O>>, asked: Asked) => Promise<FileAnswer | Refusal>): [Contract, Make] => [
  contract, async (kit, input, asked) => {
    const read = contract.input.safeParse(input);
    return read.success ? make(kit, read.data, asked) : badInput(read.error.issues);
  },
];

// What writes PDFs is large, so it is loaded when one is wanted.
const makeEvidence = async (kit: Kit, input: In<typeof evidence>, asked: Asked): Promise<FileAnswer | Refusal> => (await import('./evidence-file.js')).evidenceFile(kit, input, asked);

export const files: ReadonlyMap<Contract, Make> = new Map([made(exportSales, exportFile), made(evidence, makeEvidence)]);
