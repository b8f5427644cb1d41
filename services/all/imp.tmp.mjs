// memory and time of imports
import { performance } from 'node:perf_hooks';
const rss=()=>process.memoryUsage().rss/1048576; const t0=performance.now(); const r0=rss();
const say=(n)=>console.log(n.padEnd(40), (performance.now()-t0).toFixed(0)+' ms', (rss()-r0).toFixed(1)+' MB');
for (const m of process.argv.slice(2)) { await import(m); say(m); }
