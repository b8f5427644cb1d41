/** The API's description (OpenAPI 3.1), made from the same contracts that check every request. */
import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import { refusalStatus } from '@larder/contracts/reply.js';
import type { Door } from '@larder/contracts/roles.js';
import { CONTENT_TYPES } from './files/file-answer.js';
import { files } from './files/files.js';
import { routes, type Route } from './routes.js';

const failure = z.object({ success: z.literal(false), error: z.string(), message: z.string(), data: z.unknown().optional() }).meta({ id: 'Failure', description: 'What happened and what to do' });

/** Every status something may be refused with: by the services, and by the server before anybody is asked. */
const REFUSED: Record<number, string> = {
  ...Object.fromEntries(Object.values(refusalStatus).map((status) => [status, 'Refused'])), 408: 'The request took too long to arrive', 431: 'The headers are too large or too many',
};

const asOf = z.iso.datetime({ offset: true }).optional().meta({ description: 'Answers as of this moment; now when absent' });

export function describeApi(): ReturnType<typeof createDocument> {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[route.method.toLowerCase()] = operationOf(route);
  }
  return createDocument({
    openapi: '3.1.0',
    info: { title: 'Larder', version: '1.0.0', description: 'Autonomous vending machines in short-term rentals. Every answer is an envelope: success, data, error, message. Changing calls honour Idempotency-Key.' },
    components: { securitySchemes: { member: { type: 'http', scheme: 'bearer', bearerFormat: 'ID token' }, machine: { type: 'http', scheme: 'basic' } } },
    paths: paths as ZodOpenApiPathsObject,
  });
}

function operationOf({ method, path, contract, bodyAs }: Route): ZodOpenApiOperationObject {
  const shape = contract.input instanceof z.ZodObject ? (contract.input.shape as Record<string, z.ZodType>) : {};
  const named = [...path.matchAll(/:(\w+)/g)].map((match) => match[1] as string);
  const rest = Object.fromEntries(Object.entries(shape).filter(([name]) => !named.includes(name)));
  const inPath = z.object(Object.fromEntries(named.map((name) => [name, shape[name] ?? z.string()])));
  const body = bodyAs ? shape[bodyAs] : named.length > 0 || !(contract.input instanceof z.ZodObject) ? z.object(rest) : contract.input;
  const hasBody = (contract.changes || method === 'POST') && method !== 'DELETE' && Object.keys(rest).length > 0;
  return {
    operationId: `${contract.subject}${path.startsWith('/vend') ? '.page' : ''}`.replace(/\W/g, '_'),
    summary: contract.summary,
    description: `Door: ${contract.door}`,
    tags: [contract.subject.split('.')[0] as string],
    security: securityOf(contract.door),
    requestParams: { ...(named.length > 0 && { path: inPath }), ...(!hasBody && (Object.keys(rest).length > 0 || contract.looksBack) && { query: z.object({ ...rest, ...(contract.looksBack && { asOf }) }) }) },
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
