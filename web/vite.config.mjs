import { defineConfig } from 'vite';
import { namePackages } from '../scripts/licences.mjs';

// `npx vite web` beside a running `stemma serve` shows changes as they are made.
export default defineConfig({
  root: import.meta.dirname,
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // The page's policy allows fonts and scripts from files alone.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  plugins: [namePackages()],
  server: { host: '127.0.0.1', proxy: { '/api': process.env['STEMMA_SERVE'] ?? 'http://127.0.0.1:4747' } },
});
