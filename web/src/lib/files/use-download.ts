/** One download at a time, with its progress and how to call it off. */
import { useEffect, useRef, useState } from 'react';
import type { ApiFailure, Ask } from '../api.js';
import { download, type Progress } from './download.js';
import { saveFile } from './save-file.js';

export interface Download {
  busy: boolean;
  progress?: Progress;
  failure?: ApiFailure;
  start(what: Pick<Ask, 'url' | 'query'>): Promise<void>;
  cancel(): void;
  dismiss(): void;
}

const SHOW_EVERY_MS = 200;

export function useDownload(): Download {
  const [state, setState] = useState<Pick<Download, 'busy' | 'progress' | 'failure'>>({ busy: false });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (what: Pick<Ask, 'url' | 'query'>) => {
    const mine = new AbortController();
    running.current?.abort();
    running.current = mine;
    setState({ busy: true });
    let shownAt = 0;
    const show = (progress: Progress) => {
      if (performance.now() - shownAt < SHOW_EVERY_MS) return;
      shownAt = performance.now();
      setState({ busy: true, progress });
    };
    try {
      const answer = await download(what, mine.signal, show);
      if (mine.signal.aborted) return;
      if ('failure' in answer) return setState({ busy: false, failure: answer.failure });
      saveFile(answer.content, answer.name);
      setState({ busy: false });
    } catch {
      if (running.current === mine) setState({ busy: false });
    }
  };
  return { ...state, start, cancel: () => running.current?.abort(), dismiss: () => setState({ busy: false }) };
}
