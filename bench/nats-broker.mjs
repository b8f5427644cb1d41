/** A NATS server that machines reach by MQTT, as it is deployed, and as plain as a peer wants it. */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { nkeys } from '@nats-io/transport-node';
import { findNatsServer } from '../services/kit/dist/bus/nats/nats-server.js';
import { freshFolder, pause, root } from './measure.mjs';
import { end, freePort } from './processes.mjs';

const children = new Set();
process.on('exit', () => children.forEach((child) => child.kill('SIGKILL')));

export const isInstalled = findNatsServer() !== undefined;

const answers = (port) => new Promise((told) => {
  const socket = connect(port, '127.0.0.1', () => told(true)).on('error', () => told(false));
  socket.on('connect', () => socket.end());
});

async function running(configuration, env, ports) {
  const file = join(freshFolder(), 'nats.conf');
  writeFileSync(file, configuration);
  const child = spawn(findNatsServer(), ['-c', file], { stdio: 'ignore', env: { ...process.env, ...env } });
  children.add(child);
  child.once('exit', () => children.delete(child));
  while (!(await Promise.all(ports.map(answers))).every(Boolean)) await pause(20);
  return () => end(child);
}

/** Lets everybody in. */
export async function startPlain() {
  const [port, mqttPort] = [await freePort(), await freePort()];
  const configuration = `server_name: peer\nlisten: 127.0.0.1:${port}\njetstream { store_dir: ${JSON.stringify(freshFolder())} }\nmqtt { listen: 127.0.0.1:${mqttPort} }\n`;
  return { url: `nats://127.0.0.1:${port}`, mqttPort, stop: await running(configuration, {}, [port, mqttPort]) };
}

/** With the configuration of deploy/nats; `env` is what the product is told about it. */
export async function startDeployed() {
  const [port, mqttPort, statusPort] = [await freePort(), await freePort(), await freePort()];
  const issuer = nkeys.createAccount();
  const configuration = readFileSync(join(root, 'deploy/nats/nats.conf'), 'utf8').replace('0.0.0.0:4222', `127.0.0.1:${port}`).replace('0.0.0.0:1884', `127.0.0.1:${mqttPort}`)
    .replace('0.0.0.0:8222', `127.0.0.1:${statusPort}`).replace('store_dir: /data', `store_dir: ${JSON.stringify(freshFolder())}`);
  const secrets = { NATS_NAME: 'bench', BUS_PASSWORD: 'bus', OPERATOR_PASSWORD: 'operator', DEVICE_LINK_PASSWORD: 'link', DEVICE_ISSUER: issuer.getPublicKey() };
  const stop = await running(configuration, secrets, [port, mqttPort]);
  return { mqttPort, stop, env: { DEVICE_BROKER_URL: `nats://device-link:link@127.0.0.1:${port}`, DEVICE_ISSUER_SEED: Buffer.from(issuer.getSeed()).toString(), MQTT_PORT: String(mqttPort) } };
}
