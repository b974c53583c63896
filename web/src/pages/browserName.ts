// A browser as people call it, from what it calls itself.

const BROWSERS: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** "Firefox, Windows"; what is none of the known ones stays as it is written, at a length that fits a line. */
export function browserName(agent: string): string {
  const found = (list: [RegExp, string][]) => list.find(([like]) => like.test(agent))?.[1];
  return [found(BROWSERS), found(SYSTEMS)].filter(Boolean).join(', ') || agent.slice(0, 60);
}
