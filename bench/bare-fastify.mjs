/** Fastify alone, answering every path with one body: the peer of `gateway`. */
import fastify from 'fastify';

process.once('message', async (body) => {
  const http = fastify();
  http.get('/*', async () => body);
  await http.listen({ port: 0, host: '127.0.0.1' });
  process.send(http.server.address().port);
});
process.on('disconnect', () => process.exit(0));
