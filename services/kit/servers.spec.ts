/** Suites on real servers run only where there are some: what starts them in containers has to load everywhere. */
it('the library that starts containers loads on this version of Node', async () => {
  expect(await import('testcontainers')).toMatchObject({ GenericContainer: expect.any(Function), Wait: expect.any(Function) });
});
