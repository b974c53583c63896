// The browser tests: the real program, real Chromium, two files at a time.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    // SCREENSHOTS and MEASURE are for people to look at; the tests themselves are the rest.
    include: [
      process.env.SCREENSHOTS
        ? 'tests/browser/screenshots.ts'
        : process.env.MEASURE
          ? 'tests/browser/measure.ts'
          : 'tests/browser/*.browser.test.ts',
    ],
    maxWorkers: process.env.SCREENSHOTS || process.env.MEASURE ? 1 : 2,
    // Not what is measured: only so that a hang ends.
    testTimeout: 600_000,
    hookTimeout: 300_000,
  },
});
