/** The API's description (OpenAPI 3.1), made from the same contracts that check every request. */
import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import { refusalStatus } from '@larder/contracts/reply.js';
import type { Door } from '@larder/contracts/roles.js';
import { CONTENT_TYPES } from './files/file-answer.js';
import { files } from './files/files.js';
import { ABOUT_THIS_SIGN_IN, routes, type Route } from './routes.js';

const failure = z.object({ success: z.literal(false), error: z.string(), message: z.string(), data: z.unknown().optional() }).meta({ id: 'Failure', description: 'What happened and what to do' });

/** Every status something may be refused with: by the services, and by the server before anybody is asked. */
const REFUSED: Record<number, string> = {
  ...Object.fromEntries(Object.values(refusalStatus).map((status) => [status, 'Refused'])), 408: 'The request took too long to arrive', 431: 'The headers are too large or too many',
};

const idempotencyKey = z.object({ 'Idempotency-Key': z.string().max(255).optional().meta({ description: 'The same key for the same call is the same command: it has one effect' }) });
const asOf = z.iso.datetime({ offset: true }).optional().meta({ description: 'Answers as of this moment; now when absent' });

/** By the service that answers. */
const TAGS: Record<string, string> = {
  identity: 'People, organizations, teams and plans',
  fleet: 'Machines, their slots and stock',
  device: 'What machines are ordered to do, how they are set, what they said',
  catalog: 'Products',
  vending: 'A guest\'s visit',
  sales: 'What was sold, refunded and paid out; imports',
  alerts: 'What needs an operator',
  gateway: 'Screens that several services answer together',
};

/** Operations are named after their contracts; of a contract that several addresses lead to, the later ones after their address, too. */
export function describeApi(): ReturnType<typeof createDocument> {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  const named = new Set<string>();
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    const [name, longName] = [route.contract.subject, `${route.contract.subject} ${route.method} ${route.path}`].map((of) => of.replace(/\W+/g, '_')) as [string, string];
    (paths[path] ??= {})[route.method.toLowerCase()] = operationOf(route, named.has(name) ? longName : name);
    named.add(name);
  }
  return createDocument({
    openapi: '3.1.0',
    info: { title: 'Larder', version: '1.0.0', description: 'Autonomous vending machines in short-term rentals. Every answer is an envelope: success, data, error, message. Changing calls honour Idempotency-Key. What changes is told as server-sent events, at /api/live and /api/vend/session/{sessionId}/events.' },
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    components: { securitySchemes: { member: { type: 'http', scheme: 'bearer', bearerFormat: 'ID token', description: 'Of a member. A program of the organization sends its API key in the same place; an admin issues it under Organization.' }, machine: { type: 'http', scheme: 'basic' } } },
    paths: paths as ZodOpenApiPathsObject,
  });
}

function operationOf({ method, path, contract, bodyAs }: Route, operationId: string): ZodOpenApiOperationObject {
  const shape = contract.input instanceof z.ZodObject ? (contract.input.shape as Record<string, z.ZodType>) : {};
  const named = [...path.matchAll(/:(\w+)/g)].map((match) => match[1] as string);
  const rest = Object.fromEntries(Object.entries(shape).filter(([name]) => !named.includes(name) && !(name === 'familyId' && ABOUT_THIS_SIGN_IN.has(contract))));
  const inPath = z.object(Object.fromEntries(named.map((name) => [name, shape[name] ?? z.string()])));
  const body = bodyAs ? shape[bodyAs] : named.length > 0 || ABOUT_THIS_SIGN_IN.has(contract) || !(contract.input instanceof z.ZodObject) ? z.object(rest) : contract.input;
  const hasBody = (contract.changes || method === 'POST') && method !== 'DELETE' && Object.keys(rest).length > 0;
  return {
    operationId,
    summary: contract.summary,
    description: `Door: ${contract.door}`,
    tags: [contract.subject.split('.')[0] as string],
    security: securityOf(contract.door),
    requestParams: { ...(contract.changes && { header: idempotencyKey }), ...(named.length > 0 && { path: inPath }), ...(!hasBody && (Object.keys(rest).length > 0 || contract.looksBack) && { query: z.object({ ...rest, ...(contract.looksBack && { asOf }) }) }) },
    ...(hasBody && body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: {
      200: files.has(contract)
        ? { description: 'The file, in the format that was asked for', content: Object.fromEntries(Object.values(CONTENT_TYPES).map((type) => [type.split(';')[0] as string, { schema: z.unknown() }])) }
        : { description: 'The answer', content: { 'application/json': { schema: z.object({ success: z.literal(true), data: contract.output, ...(contract.says && { message: z.string().optional() }) }) } } },
      ...Object.fromEntries(Object.entries(REFUSED).map(([status, description]) => [status, { description, content: { 'application/json': { schema: failure } } }])),
    },
  };
}

function securityOf(door: Door): Record<string, string[]>[] {
  if (door === 'anyone') return [];
  return door === 'device' ? [{ machine: [] }] : [{ member: [] }];
}
