/** Asks one address as often as it is answered, in a process of its own: some connections that stay, one request at a time on each. */
import { connect } from 'node:net';

const LENGTH = /\r\ncontent-length: (\d+)/i;

/** Resolves with how many answers of status 200 came in `ms`; any other status is an error. */
function load({ port, path, headers = {}, connections = 64, ms }) {
  const request = `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  return new Promise((resolve, reject) => {
    let answers = 0;
    const sockets = Array.from({ length: connections }, () => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => socket.write(request));
      let answer = '';
      return socket.on('error', reject).on('data', (bytes) => {
        answer += bytes.toString('latin1');
        const head = answer.indexOf('\r\n\r\n');
        if (head < 0 || answer.length < head + 4 + Number(LENGTH.exec(answer)?.[1])) return;
        if (!answer.startsWith('HTTP/1.1 200')) return reject(new Error(answer));
        answers += 1;
        answer = '';
        socket.write(request);
      });
    });
    setTimeout(() => {
      for (const socket of sockets) socket.destroy();
      resolve(answers);
    }, ms);
  });
}

process.on('message', async (what) => process.send({ perSecond: ((await load(what)) * 1000) / what.ms }));
process.on('disconnect', () => process.exit(0));
