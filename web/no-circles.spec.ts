import { circleIn } from './no-circles.js';

const circle = (imports: Record<string, string[]>) => circleIn(new Map(Object.entries(imports)));

describe('Files of a build', () => {
  it('may be imported by several others', () => {
    expect(circle({ page: ['screen', 'shared'], screen: ['shared', 'icons'], shared: ['icons'], icons: [] })).toBeUndefined();
  });

  it('are not to import each other', () => {
    expect(circle({ page: ['screen'], screen: ['shared'], shared: ['screen'] })).toEqual(['screen', 'shared', 'screen']);
  });

  it('are not to come back to themselves by others, whichever is loaded first', () => {
    expect(circle({ icons: [], page: ['icons', 'dialog'], area: ['add'], add: ['icons', 'dialog'], dialog: ['area'] })).toEqual(['dialog', 'area', 'add', 'dialog']);
  });

  it('may import what is not built here', () => {
    expect(circle({ page: ['https://elsewhere.example/library.js'] })).toBeUndefined();
  });
});
