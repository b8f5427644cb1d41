/** Browser and system out of what a browser calls itself. */

const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'], [/OPR\//, 'Opera'], [/SamsungBrowser\//, 'Samsung Internet'], [/Firefox\/|FxiOS\//, 'Firefox'], [/Chrome\/|CriOS\//, 'Chrome'], [/Safari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'], [/iPad/, 'iPad'], [/Android/, 'Android'], [/Windows/, 'Windows'], [/Mac OS X/, 'macOS'], [/CrOS/, 'ChromeOS'], [/Linux/, 'Linux'],
];
const firstOf = (list: typeof browsers, agent: string) => list.find(([pattern]) => pattern.test(agent))?.[1];

/** `Chrome on Windows`; what it says itself when it is none we know. */
export function agentName(agent: string): string {
  const [browser, system] = [firstOf(browsers, agent), firstOf(systems, agent)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? (agent.split('/')[0] || 'Unknown device');
}
