/** Cognito's protocol as its clients speak it: one address, and a header that names the operation. */
export const atCognito = (url: string | undefined, operation: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> => fetch(`${url}/cognito`, {
  method: 'POST', headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`, ...headers }, body: JSON.stringify(body),
});

/** The same, of the operators' application. */
export const fromOurPages = (url: string | undefined, operation: string, body: object, headers?: Record<string, string>): Promise<Response> => atCognito(url, operation, { ClientId: 'larder-web', ...body }, headers);
