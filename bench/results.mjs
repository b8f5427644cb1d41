/** What a measurement's line means, how results are shown, and when one is worse than an earlier one by more than the noise. */

/** Ratios of single runs move a little even when nothing has changed; also those that were measured once. */
const LEAST_NOISE = 0.02;

/** The aim is a smallest or a largest ratio: `>= 0.5`, `<= 2`, or `-` for none. Undefined when there is none. */
function meets(ratio, aim) {
  const [sign, bound] = aim.split(' ');
  if (sign === '-') return undefined;
  return sign === '>=' ? ratio >= Number(bound) : ratio <= Number(bound);
}

/** One printed line: name, ours, peer or limit, ratio, aim, the ratios of all turns. */
export function resultOf(bench, line) {
  const [name, ours, peer, shown, aim, all] = line.split('\t');
  const ratio = Number(shown);
  const ratios = all.split(' ').map(Number);
  const better = aim.startsWith('>=') || (aim === '-' && ours.endsWith('/s')) ? 'more' : 'less';
  return { bench, name, ours, peer, ratio, shown, aim, better, isMet: meets(ratio, aim), low: Math.min(...ratios), high: Math.max(...ratios), ratios };
}

export const HEADINGS = ['what', 'ours', 'peer or limit', 'ratio', 'from', 'to', 'aim', ''];

export const cellsOf = ({ name, ours, peer, shown, low, high, aim, isMet }) => [name, ours, peer, shown, low.toFixed(2), high.toFixed(2), aim, isMet === undefined ? '' : isMet ? 'met' : 'MISSED'];

export function resultsPage({ command, machine: { date, processor, cores, memoryGB, system, versions }, minutes, failed, results }) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const missed = results.filter(({ isMet }) => isMet === false).length;
  const aims = results.filter(({ isMet }) => isMet !== undefined).length;
  return [
    '# Results', '',
    `Written by \`${command}\` on ${date.slice(0, 10)}, in ${minutes} minutes. Not to be edited: run it again.`, '',
    `${processor}, ${cores} cores, ${memoryGB} GB, ${system}. ${Object.entries(versions).map(([name, version]) => `${name} ${version}`).join(', ')}.`, '',
    `Each ratio is the median of turns in which peer and ours ran after each other, \`from\` and \`to\` are the least and the greatest of them. ${aims - missed} of ${aims} aims are met${missed > 0 ? `, ${missed} are missed` : ''}.`, '',
    ...(failed.length > 0 ? [`These broke off: ${failed.join(', ')}.`, ''] : []),
    line(HEADINGS), line(HEADINGS.map((_, column) => (column === 0 ? '---' : '---:'))), ...results.map((result) => line(cellsOf(result))), '',
  ].join('\n');
}

/** Which of `after` are worse than the same of `before` by more than the larger spread of the two, and which of `before` were not measured again. */
export function compare(before, after) {
  const earlier = new Map(before.map((result) => [result.name, result]));
  const worse = after.flatMap((now) => {
    const then = earlier.get(now.name);
    if (!then) return [];
    const by = now.better === 'more' ? then.ratio - now.ratio : now.ratio - then.ratio;
    const noise = Math.max(then.high - then.low, now.high - now.low, LEAST_NOISE * Math.abs(then.ratio));
    return by > noise ? [{ name: now.name, then: then.ratio, now: now.ratio, noise }] : [];
  });
  const measured = new Set(after.map(({ name }) => name));
  return { worse, gone: before.map(({ name }) => name).filter((name) => !measured.has(name)) };
}
