/** The store: what the server said, and the little that is nobody else's. */
import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query/react';
import { api } from '../lib/api.js';
import { liveReducer } from '../lib/live/live.js';
import { accessReducer } from '../lib/session/access.js';

export const store = configureStore({
  reducer: { [api.reducerPath]: api.reducer, live: liveReducer, access: accessReducer },
  middleware: (standard) => standard().concat(api.middleware),
});
setupListeners(store.dispatch);
