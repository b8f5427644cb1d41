/** Every module, ours and installed, is compiled to CommonJS: Nest 12 is ESM only, and Jest's own ESM mode breaks several of our dependencies. */
process.env.NODE_ENV = 'test'; // a shell may say 'production', and then there is no mailbox to look into

export default {
  testEnvironment: '<rootDir>/web/browser/failing-environment.mjs',
  roots: ['<rootDir>/contracts', '<rootDir>/services', '<rootDir>/web'],
  testMatch: ['**/*.spec.ts'],
  modulePathIgnorePatterns: ['/dist/'],
  transformIgnorePatterns: ['/node_modules/(google-protobuf|playwright-core)/'], // it finds the global object by a top-level `this`
  transform: {
    '\\.(m?js|tsx?)$': ['@swc/jest', {
      module: { type: 'commonjs' },
      jsc: {
        target: 'es2022',
        parser: { syntax: 'typescript', tsx: true, decorators: true },
        transform: { legacyDecorator: true, decoratorMetadata: true },
        keepClassNames: true,
      },
    }],
  },
  moduleNameMapper: {
    '^@larder/contracts/(.*)\\.js$': '<rootDir>/contracts/$1.ts',
    '^@larder/([^/]+)/(.*)\\.js$': '<rootDir>/services/$1/$2.ts',
    '^(\\.{1,2}/.*)\\.js$': ['$1.js', '$1.ts', '$1.tsx'],
  },
  testTimeout: 30_000,
  // Each product that a test starts leaves something behind in its process (metrics' observers of the collector, hooks of traces), so a process sees few.
  maxWorkers: 2,
  workerIdleMemoryLimit: '800MB',
  // Half a gigabyte is not given back in the half second that a worker has otherwise where much else is at work.
  workerGracefulExitTimeout: 5_000,
  // A test that failed may leave a server behind; that must not keep the whole run from ending.
  forceExit: true,
};
