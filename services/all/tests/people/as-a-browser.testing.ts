/** Amazon's client multiplies in the slowest of its ways where there is a `navigator`, as in Node 21 and later, that does not say what every browser says. Import it before the client. */
Object.defineProperty(globalThis, 'navigator', { value: { appName: 'Netscape' }, configurable: true });
