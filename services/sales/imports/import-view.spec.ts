import { stored, viewOf } from '@larder/kit/testing.js';
import type { ImportFact } from './import-log.js';
import { importView } from './import-view.js';

const about = { importId: 'i1', fileName: 'export.csv', rows: 10 };
const started: ImportFact = { type: 'ImportStarted', data: about };
const finished = (quarantine?: { line: number; reason: string }[]): ImportFact => ({ type: 'ImportFinished', data: { ...about, sales: 8, known: 1, quarantined: 1, totalCents: 1600, ...(quarantine && { quarantine }) } });

describe('An import', () => {
  it('has done nothing that is counted until it is finished', () =>
    expect(viewOf(importView, 'i1', stored([started]))).toEqual({ ...about, startedAt: '2026-03-01T12:00:00.000Z', actor: expect.any(String), isFinished: false, sales: 0, known: 0, totalCents: 0, quarantined: 0, quarantine: [] }));
  it('says what came of it, and which lines were left', () => {
    const line = { line: 3, reason: 'Unknown payment type: Barter' };
    expect(viewOf(importView, 'i1', stored([started, finished([line])]))).toMatchObject({ isFinished: true, sales: 8, known: 1, totalCents: 1600, quarantined: 1, quarantine: [line] });
  });
  it('of a time when facts did not name those lines, says how many there were', () =>
    expect(viewOf(importView, 'i1', stored([started, finished()]))).toMatchObject({ isFinished: true, quarantined: 1, quarantine: [] }));
});
