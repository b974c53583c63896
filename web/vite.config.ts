// How the client is built, and how its unit tests run.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** The service worker is told which build it belongs to: else no browser would ever drop what an older one kept. */
const serviceWorker: Plugin = {
  name: 'service-worker',
  apply: 'build',
  writeBundle({ dir }, bundle) {
    const build = createHash('sha256').update(Object.keys(bundle).sort().join('\n')).digest('hex').slice(0, 16);
    const page = readFileSync(join(dir!, 'index.html'), 'utf8');
    const first = ['/', ...[...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file)];
    const worker = readFileSync(new URL('src/sw.js', import.meta.url), 'utf8')
      .replace('cardroom-BUILD', `cardroom-${build}`)
      .replace("['FIRST']", JSON.stringify(first));
    writeFileSync(join(dir!, 'sw.js'), worker);
  },
};

export default defineConfig({
  plugins: [svelte(), serviceWorker],
  // Everything stays a file of its own: the server's Content-Security-Policy allows no data: addresses.
  build: { assetsInlineLimit: 0, target: 'es2022', modulePreload: { polyfill: false }, chunkSizeWarningLimit: 300 },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  server: {
    proxy: {
      '/api': process.env.CARDROOM_ADDRESS ?? 'http://127.0.0.1:8080',
      '/ws': { target: process.env.CARDROOM_ADDRESS ?? 'http://127.0.0.1:8080', ws: true },
    },
  },
  // The time limit is not what is tested: a busy machine may take long over sixteen decks of hashes.
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts', 'tests/built/*.test.ts'], testTimeout: 120_000 },
});
