// The browser tests: the real program, real Chromium, one file after another.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: [process.env.SCREENSHOTS ? 'tests/browser/screenshots.ts' : 'tests/browser/*.browser.test.ts'],
    fileParallelism: false,
    // Not what is measured: only so that a hang ends.
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
});
