/** Remembers where the server said that this person may not go. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

const access = createSlice({
  name: 'access',
  initialState: { deniedAt: null as string | null },
  reducers: {
    accessDenied: (state, { payload }: PayloadAction<string>) => void (state.deniedAt = payload),
    accessForgotten: (state) => void (state.deniedAt = null),
  },
  selectors: { selectDeniedAt: (state) => state.deniedAt },
});
export const accessReducer = access.reducer;
export const { accessDenied, accessForgotten } = access.actions;
export const { selectDeniedAt } = access.selectors;
