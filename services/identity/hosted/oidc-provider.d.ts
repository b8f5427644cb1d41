/** The provider's own file: its front door warns of Node 20 at every start, on which all of our suites pass. */
declare module 'oidc-provider/lib/provider.js' {
  export { Provider } from 'oidc-provider';
}
