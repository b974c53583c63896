// How the client is built, and how its unit tests run.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
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
