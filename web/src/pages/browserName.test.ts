import { describe, expect, it } from 'vitest';
import { browserName } from './browserName';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('a browser', () => {
  it('is called what people call it', () => {
    const agents = [
      `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`,
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0 Safari/537.36 Edg/140.0`,
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${WEBKIT} Version/18.0 Safari/604.1`,
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0',
      'curl/8.5.0',
    ];
    const names = ['Chrome, Linux', 'Edge, Windows', 'Safari, iOS', 'Firefox, macOS', 'curl/8.5.0'];
    expect(agents.map(browserName)).toEqual(names);
  });
});
