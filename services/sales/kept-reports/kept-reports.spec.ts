import { MOST_KEPT_REPORTS, type KeptReportFact } from '@larder/contracts/sales/kept-reports.js';
import { given } from '@larder/kit/testing.js';
import { keptReportsOf, type Kept } from './kept-reports.js';

const monthly: Kept = { reportId: 'r1', name: 'Café by month', by: 'month', split: 'product', columns: ['revenue', 'units'], userId: 'ada', keptAt: '2026-03-01T12:00:00.000Z' };
const kept: KeptReportFact = { type: 'ReportKept', data: monthly };
const dropped: KeptReportFact = { type: 'ReportDropped', data: { reportId: 'r1', userId: 'ada' } };
const drop = { type: 'DropReport' as const, reportId: 'r1', userId: 'ada' };

describe('Custom reports that are kept', () => {
  it('have a name', () => given(keptReportsOf).when({ type: 'KeepReport', report: monthly }).then(kept));
  it.each(['Café by month', 'CAFE BY MONTH'])('have a name of their own: %s is refused', (name) =>
    given(keptReportsOf, kept).when({ type: 'KeepReport', report: { ...monthly, reportId: 'r2', name } }).thenRefused('CONFLICT'));
  it('leave their name to another one when they are dropped', () => given(keptReportsOf, kept, dropped).when({ type: 'KeepReport', report: { ...monthly, reportId: 'r2' } }).then({ type: 'ReportKept', data: { ...monthly, reportId: 'r2' } }));
  it('are such as can be shown', () => given(keptReportsOf).when({ type: 'KeepReport', report: { ...monthly, by: 'house' } }).thenRefused('BAD_INPUT'));
  it('are no more than there is room for', () => {
    const full = Array.from({ length: MOST_KEPT_REPORTS }, (_, n): KeptReportFact => ({ type: 'ReportKept', data: { ...monthly, reportId: `r${n}`, name: `Report ${n}` } }));
    given(keptReportsOf, ...full.slice(1)).when({ type: 'KeepReport', report: { ...monthly, reportId: 'last' } }).then({ type: 'ReportKept', data: { ...monthly, reportId: 'last' } });
    given(keptReportsOf, ...full).when({ type: 'KeepReport', report: { ...monthly, reportId: 'one more' } }).thenRefused('CONFLICT');
  });
  it('are dropped once', () => {
    given(keptReportsOf, kept).when(drop).then(dropped);
    given(keptReportsOf, kept, dropped).when(drop).thenRefused('NOT_FOUND');
  });
});
