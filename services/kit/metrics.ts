/** What a process counts, in Prometheus' words. */
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

export function openMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'larder_' });
  const registers = [registry];
  return {
    registry,
    httpSeconds: new Histogram({ name: 'larder_http_request_seconds', help: 'Time to answer a request', labelNames: ['method', 'route', 'status'], buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5], registers }),
    answerSeconds: new Histogram({ name: 'larder_answer_seconds', help: 'Time to answer what is asked over the bus, by what was asked', labelNames: ['subject'], buckets: [0.005, 0.025, 0.1, 0.5, 2, 10], registers }),
    refusals: new Counter({ name: 'larder_refusals_total', help: 'Requests refused, by what was asked and why', labelNames: ['subject', 'code'], registers }),
    surprises: new Counter({ name: 'larder_surprises_total', help: 'Errors nobody expected, by where they happened', labelNames: ['where'], registers }),
    reactionFailures: new Counter({ name: 'larder_reaction_failures_total', help: 'Facts whose reaction failed and is repeated', labelNames: ['consumer'], registers }),
    deadLetters: new Gauge({ name: 'larder_dead_letters', help: 'Facts that are set aside now, by who could not act on them', labelNames: ['consumer'], registers }),
    factsForNewer: new Gauge({ name: 'larder_facts_for_newer', help: 'Facts that wait for a newer version, by who could not know what they are', labelNames: ['consumer'], registers }),
    deviceMessages: new Counter({ name: 'larder_device_messages_total', help: 'Messages of machines, by what became of them', labelNames: ['outcome'], registers }),
    machinesOnline: new Gauge({ name: 'larder_machines_online', help: 'Machines that are online now; every copy of fleet tells the same', registers }),
    viewReached: new Gauge({ name: 'larder_view_reached', help: '1 when a view has caught up since the start', labelNames: ['view'], registers }),
    viewLag: new Gauge({ name: 'larder_view_lag_facts', help: 'Facts of the log a view has not come past yet', labelNames: ['view'], registers }),
    relayLag: new Gauge({ name: 'larder_relay_lag_facts', help: 'Facts of the log a service has not published yet', labelNames: ['service'], registers }),
    relayReached: new Gauge({ name: 'larder_relay_reached', help: '1 when what a service had in its log at the start has been published', labelNames: ['service'], registers }),
    connected: new Gauge({ name: 'larder_connected', help: '1 while the server that a setting names is connected, of those that carry what services and machines say', labelNames: ['setting'], registers }),
    mails: new Counter({ name: 'larder_mails_total', help: 'E-mails that a mail server was asked to take, by what became of that: accepted, refused for good, or later', labelNames: ['outcome'], registers }),
    vaultLeft: new Gauge({ name: 'larder_vault_left', help: 'What the vault holds that the previous master key has sealed; told while one is given', registers }),
    lastBackup: new Gauge({ name: 'larder_last_backup_seconds', help: 'When an embedded log was last backed up as a whole, in Unix time; where it never was, when its file was made', labelNames: ['log'], registers }),
    diskFree: new Gauge({ name: 'larder_disk_free_ratio', help: 'The part that is free of the disk an embedded log lies on', labelNames: ['log'], registers }),
    liveScreens: new Gauge({ name: 'larder_live_screens', help: 'Open server-sent event streams', registers }),
  };
}
export type Metrics = ReturnType<typeof openMetrics>;
