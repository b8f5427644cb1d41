/** Keeps the cache of all screens up to date while somebody looks. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { api, type LiveTag } from '../api.js';
import { useVisible } from '../use-visible.js';
import { coalesce } from './coalesce.js';
import { connectLive } from './connect-live.js';

const live = createSlice({
  name: 'live',
  initialState: { connected: false, paused: false },
  reducers: {
    liveConnected: (state, { payload }: PayloadAction<boolean>) => void (state.connected = payload),
    livePaused: (state, { payload }: PayloadAction<boolean>) => void (state.paused = payload),
  },
  selectors: { selectConnected: (state) => state.connected, selectPaused: (state) => state.paused },
});
export const liveReducer = live.reducer;
const { liveConnected, livePaused } = live.actions;

/** About three times a second at most, so that a busy fleet does not keep the page loading. */
const REFRESH_EVERY_MS = 350;
const POLL_MS = 30_000;

/**
 * Stay connected as long as this component is shown, except while somebody wants the numbers to stand still, or looks at another tab:
 * over HTTP/1.1 browsers open six connections to a server, and six tabs that keep one each would leave none for anything else.
 */
export function useLiveConnection(): void {
  const dispatch = useDispatch();
  const paused = useSelector(live.selectors.selectPaused);
  const visible = useVisible();
  useEffect(() => {
    if (paused || !visible) return;
    const changed = coalesce<LiveTag>(REFRESH_EVERY_MS, (tags) => dispatch(api.util.invalidateTags(tags)));
    const end = connectLive({ changed, connected: (is) => dispatch(liveConnected(is)) });
    return () => {
      end();
      dispatch(liveConnected(false));
    };
  }, [dispatch, paused, visible]);
}

/** Nothing refreshes by itself while `paused`; leaving the screen resumes. */
export function useLivePause(paused: boolean): void {
  const dispatch = useDispatch();
  useEffect(() => {
    dispatch(livePaused(paused));
    return () => void dispatch(livePaused(false));
  }, [dispatch, paused]);
}

/** How often to ask: never while the server pushes or nobody looks, every 30 s while it cannot. */
export const usePolling = (): { pollingInterval: number; skipPollingIfUnfocused: boolean } => {
  const connected = useSelector(live.selectors.selectConnected);
  const paused = useSelector(live.selectors.selectPaused);
  return { pollingInterval: connected || paused ? 0 : POLL_MS, skipPollingIfUnfocused: true };
};
