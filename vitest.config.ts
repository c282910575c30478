import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Tests that touch nothing beside themselves: no environment, no working directory, no process-wide state. */
const unit = 'test/unit/**/*.test.ts';

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // one core is left idle otherwise, which is half of a small machine
    maxWorkers: '100%',
    // src/workers/pool.ts says why
    execArgv: ['--single-threaded-gc'],
    // programs that tests start are compiled once
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/node-compile', import.meta.url)) },
    // Node reads TypeScript itself; through Vite's own modules every call into another file goes through a getter, and
    // takes a fifth longer
    experimental: { viteModuleRunner: false },
    projects: [
      // the engine is loaded once for all of them, not once for each
      { extends: true, test: { name: 'unit', include: [unit], isolate: false } },
      { extends: true, test: { name: 'whole', include: ['test/**/*.test.ts'], exclude: [unit] } },
    ],
  },
});
