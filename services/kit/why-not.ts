/** Errors in the words of whoever runs Larder. */

/** Why something cannot be done, down to the first cause, and where it can be helped, what to do. */
export function whyNot(error: unknown): string {
  const { code, port } = error as { code?: unknown; port?: unknown };
  if (code === 'EADDRINUSE') return `another program uses port ${String(port)}. Set PORT (for guests and operators) or MQTT_PORT (for machines) to a free one`;
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${whyNot(error.cause)}` : error.message;
}
